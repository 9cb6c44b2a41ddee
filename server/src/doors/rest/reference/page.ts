import { createHash } from 'node:crypto'
import { PROBLEM_STATUS, type ProblemCode } from '@svc/protocol'
import { html, raw } from 'hono/html'
import type { OpenApi, OpenApiOperation, Parameter } from '../openapi/openapi.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import { anchorOf, details, fieldsOf, type Html, limitsOf, prose, typeOf } from './schema.ts'
import { STYLE } from './style.ts'

/** A real request with its answer, for the reference. */
export interface Example {
  /** With its query. */
  path: string
  headers?: Record<string, string>
  /** The body: JSON, or text of another media type. */
  body?: unknown
  answer: unknown
}

/** The page's policy: no external content, no script, this one style. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The number of characters of a schema whose fields fill a screen. */
const LONG = 1_500

interface Row {
  method: string
  path: string
  operation: OpenApiOperation
}

/** The document as a page of plain HTML, for people. */
export async function referencePage(document: OpenApi, examples: Record<string, Example>): Promise<string> {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Row => ({ method: method.toUpperCase(), path, operation }),
    ),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    rows: rows.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const shapes = Object.entries(document.components.schemas).sort(([a], [b]) => a.localeCompare(b))
  const url = document.servers[0]?.url ?? ''
  return String(
    await html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · svc</title>
<style>${raw(STYLE)}</style>
<a class="skip" href="#content">Skip to the content</a>
<div class="page">
<nav aria-label="Operations">
<details>
<summary>Operations</summary>
<h2>Basics</h2>
<ul><li><a href="#basics">Addresses, keys, limits</a></li><li><a href="#errors">Errors</a></li></ul>
${groups.map(({ name, rows }) => html`<h2>${name}</h2><ul>${rows.map(({ operation }) => html`<li><a href="#${operation.operationId}">${titleOf(operation.operationId)}</a></li>`)}</ul>`)}
<h2>Shapes</h2>
<ul>${shapes.map(([name]) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`)}</ul>
</details>
</nav>
<main id="content" tabindex="-1">
<h1>API reference</h1>
<p class="version">Version ${document.info.version} · <a href="/openapi.json">OpenAPI 3.1 document</a></p>
${basics(document, url)}
${groups.map(({ name, rows }) => html`<h2>${name}</h2>${rows.map((row) => section(row, url, examples[row.operation.operationId]))}`)}
<h2 id="shapes">Shapes</h2>
<p>What several answers have in common.</p>
${shapes.map(([name, schema]) => shape(name, schema))}
</main>
</div>
</html>
`,
  )
}

const basics = (document: OpenApi, url: string): Html => html`<section id="basics">
<p>${prose(document.info.description)}</p>
<h4>Address and credential</h4>
<p>${prose(document.components.securitySchemes.bearer.description)}</p>
<pre tabindex="0"><code>curl -H "Authorization: Bearer $SVC_API_KEY" \\
  '${url}/api/whoami'</code></pre>
<h4>Rate limits</h4>
<p>They apply per credential, over a sliding minute: reads are GET, everything else is a write. If a limit is set, every response under <code>/api</code> has these headers:</p>
<ul class="fields">${Object.entries(document.components.headers).map(([name, { description }]) => html`<li><code class="name">${name}</code> ${description}</li>`)}</ul>
</section>
<section id="errors">
<h4>Errors</h4>
<p>Every error has the body <code>{ "success": false, "error": { "code", "message" } }</code>. The message says what to do.</p>
<table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>
${Object.entries(PROBLEM_STATUS).map(([code, status]) => html`<tr><td><code>${code}</code></td><td>${status}</td><td>${document.components.responses[code as ProblemCode]?.description ?? ''}</td></tr>`)}
</table>
</section>`

/** `listExecutions` as words. */
const titleOf = (operationId: string): string => {
  const words = operationId.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bi\b/g, 'I')
}

function section({ method, path, operation }: Row, url: string, example: Example | undefined): Html {
  const { operationId, parameters, requestBody, responses } = operation
  const success = responses['200'] as {
    description: string
    content?: Record<string, { schema: JsonSchema }>
  }
  return html`<section class="operation" id="${operationId}">
<h3><a href="#${operationId}">${titleOf(operationId)}</a></h3>
<div class="route"><span class="method ${method}">${method}</span><code>${path}</code></div>
<p>${prose(operation.summary)}</p>
<p class="needs">${operation.description}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4><ul class="fields">${parameters.map(parameterRow)}</ul>` : ''}
${requestBody ? html`<h4>Body</h4>${requestBody.description ? html`<p>${prose(requestBody.description)}</p>` : ''}${Object.entries(requestBody.content).map(([type, { schema }]) => body(type, schema))}` : ''}
<h4>Response</h4>
${success.description === 'Done.' ? '' : html`<p>${prose(success.description)}</p>`}
${Object.entries(success.content ?? {}).map(([type, { schema }]) => answer(type, schema))}
${example ? exampleOf(method, url, example) : ''}
</section>`
}

const parameterRow = ({ name, in: place, required, description, schema }: Parameter): Html => html`<li>
  <code class="name">${name}</code> <span class="type">${typeOf(schema)}${details(limitsOf(schema))}</span>
  <span class="place">· ${place}</span>${required ? html` <span class="needed">required</span>` : ''}
  ${description ? html`<div class="about">${prose(description)}</div>` : ''}
</li>`

const body = (type: string, schema: JsonSchema): Html =>
  html`<p class="type"><code>${type}</code>${schema.properties ? '' : html`: ${typeOf(schema)}`}</p>${fieldsOf(schema) ?? ''}`

/** The schema of `data`; for other media types, of the complete body. */
function answer(type: string, schema: JsonSchema): Html {
  if (type !== 'application/json') return html`<p class="type"><code>${type}</code></p>`
  const { data, page } = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (!data) return html``
  return html`<p class="type"><code>data</code>: ${typeOf(data)}${page ? html`; <code>page</code>: <code>{ "nextCursor" }</code>` : ''}</p>${folded(data)}`
}

/** Fields of an answer; a long list is folded. */
function folded(data: JsonSchema): Html {
  const fields = fieldsOf(data)
  if (!fields) return html``
  if (JSON.stringify(data).length < LONG) return fields
  return html`<details class="answer"><summary>Fields</summary>${fields}</details>`
}

const exampleOf = (method: string, url: string, example: Example): Html => html`<h4>Example</h4>
<pre tabindex="0"><code>${curlOf(method, url, example)}</code></pre>
<details class="answer"><summary>Response</summary>
<pre tabindex="0"><code>${typeof example.answer === 'string' ? example.answer : JSON.stringify(example.answer, null, 2)}</code></pre></details>`

/** The command for the same request, with quotes escaped for a shell. */
function curlOf(method: string, url: string, { path, headers = {}, body }: Example): string {
  const lines = [path.startsWith('/api/') ? 'curl -H "Authorization: Bearer $SVC_API_KEY"' : 'curl']
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) lines.push(`-X ${method}`)
  for (const [name, value] of Object.entries(headers)) lines.push(`-H '${name}: ${value}'`)
  if (typeof body === 'string') lines.push(`--data-binary $'${escaped(body).replaceAll('\n', '\\n')}'`)
  else if (body !== undefined) lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`)
  return [...lines, `'${url}${path}'`].join(' \\\n  ')
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

const shape = (name: string, schema: JsonSchema): Html => html`<section class="shape" id="${anchorOf(name)}">
<h3><a href="#${anchorOf(name)}">${name}</a></h3>
${schema.description ? html`<p>${prose(schema.description)}</p>` : ''}
${fieldsOf(schema) ?? html`<p class="type">${typeOf(schema)}</p>`}
</section>`
