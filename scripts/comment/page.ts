import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const styleOf = (theme: 'light' | 'dark') =>
  readFileSync(
    createRequire(import.meta.url).resolve(`github-markdown-css/github-markdown-${theme}.css`),
    'utf8',
  )

/** A comment as a page in GitHub's style. GitHub also lets `details` and `summary` through, and no script. */
export const toPage = (markdown: string, theme: 'light' | 'dark'): string => `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${styleOf(theme)}
body { margin: 0; background: ${theme === 'dark' ? '#0d1117' : '#fff'} }
article { padding: 16px; font-size: 14px !important }</style>
<article class="markdown-body">${micromark(markdown, {
  allowDangerousHtml: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
})}</article>
`
