import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const STYLES = {
  light: import.meta.resolve('github-markdown-css/github-markdown-light.css'),
  dark: import.meta.resolve('github-markdown-css/github-markdown-dark.css'),
}

/** A comment as a page in GitHub's style. GitHub also lets `details` and `summary` through, and no script. */
export const toPage = (markdown: string, theme: 'light' | 'dark'): string => `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${readFileSync(fileURLToPath(STYLES[theme]), 'utf8')}
body { margin: 0; background: ${theme === 'dark' ? '#0d1117' : '#fff'} }
article { padding: 16px; font-size: 14px !important }</style>
<article class="markdown-body">${micromark(markdown, {
  allowDangerousHtml: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
})}</article>
`
