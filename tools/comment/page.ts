import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const STYLES = {
  light: import.meta.resolve('github-markdown-css/github-markdown-light.css'),
  dark: import.meta.resolve('github-markdown-css/github-markdown-dark.css'),
}

/** GitHub's colours of a page, and of the two sides of a difference. */
const COLOURS = {
  light: { page: '#fff', removed: '#82071e;background:#ffebe9', added: '#116329;background:#dafbe1' },
  dark: { page: '#0d1117', removed: '#ffdcd7;background:#67060c', added: '#aff5b4;background:#033a16' },
}

type Theme = keyof typeof COLOURS

/** A comment as a page in GitHub's style. GitHub also lets `details` and `summary` through, and no script. */
export function toPage(markdown: string, theme: Theme): string {
  const { page, removed, added } = COLOURS[theme]
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${readFileSync(fileURLToPath(STYLES[theme]), 'utf8')}
body { margin: 0; background: ${page} }
article { padding: 16px; font-size: 14px !important }
del, ins { text-decoration: none }
del { color: ${removed} }
ins { color: ${added} }
svg { height: 1em; width: 1em; vertical-align: -.12em }</style>
<article class="markdown-body">${withSigns(withSides(html))}</article>
`
}

/** Differences as GitHub colours them. */
const withSides = (html: string): string =>
  html.replace(/<code class="language-diff">([\s\S]*?)<\/code>/g, (_, code: string) => {
    const lines = code
      .split('\n')
      .map((line) =>
        line.startsWith('-') ? `<del>${line}</del>` : line.startsWith('+') ? `<ins>${line}</ins>` : line,
      )
    return `<code>${lines.join('\n')}</code>`
  })

/** The signs of headlines as drawings, for machines without a font of emoji. */
const SIGNS: Record<string, string> = {
  '❌': '<path d="M2 2 14 14M14 2 2 14" stroke="#dd2e44" stroke-width="3" stroke-linecap="round"/>',
  '✅': '<rect width="16" height="16" rx="2" fill="#77b255"/><path d="m3 8 4 4 6-8" stroke="#fff" stroke-width="2.5" fill="none"/>',
  '⚠️': '<path d="M8 0 16 15H0Z" fill="#ffcc4d"/><path d="M8 5v5M8 12v1" stroke="#231f20" stroke-width="2"/>',
  '⏳': '<path d="M3 0h10L9 8l4 8H3l4-8Z" fill="#ffac33"/>',
}

const withSigns = (html: string): string =>
  Object.entries(SIGNS).reduce(
    (text, [sign, drawing]) => text.replaceAll(sign, `<svg viewBox="0 0 16 16">${drawing}</svg>`),
    html,
  )
