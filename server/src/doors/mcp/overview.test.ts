import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, onTestFinished, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addKey } from '../../testing/isolation/create-data.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { serve } from '../../testing/socket.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

interface Schema {
  properties?: Record<string, { enum?: string[]; minimum?: number; maximum?: number; default?: unknown }>
  required?: string[]
}

/** What both generations of the SDK have in common. */
interface AnyClient {
  callTool(call: { name: string; arguments: object }): Promise<unknown>
  listTools(): Promise<{ tools: { name: string; inputSchema: Schema }[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(call: { name: string }): Promise<{ messages: { content: { type: string; text?: string } }[] }>
  close(): Promise<void>
}

const CLIENTS = {
  async 'SDK v2'(url: URL, requestInit: RequestInit): Promise<AnyClient> {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    return client as AnyClient
  },
  async 'SDK v1'(url: URL, requestInit: RequestInit): Promise<AnyClient> {
    const client = new FirstClient({ name: 'test', version: '1.0.0' })
    await client.connect(new FirstTransport(url, { requestInit }))
    return client as AnyClient
  },
}

/** Ids that rows need. */
interface World {
  shop: string
  till: string
  chunks: string[]
}

interface Row {
  tool: string
  args(world: World): object
  says: RegExp
  /** Refused, for a key of this role; an answer of an editor's key unless given. */
  refused?: 'editor' | 'viewer'
  /** Of the text, by a real tokenizer. */
  most?: number
}

const answers = (tool: string, args: Row['args'] | object, says: RegExp, more: Partial<Row> = {}): Row => ({
  tool,
  args: typeof args === 'function' ? (args as Row['args']) : () => args,
  says,
  ...more,
})
const refuses = (tool: string, args: Row['args'] | object, says: RegExp, as: Row['refused'] = 'editor') =>
  answers(tool, args, says, { refused: as })

const PROPOSED = {
  doc_id: 'Retries',
  new_content: '# Retries\n\nFive times.\n',
  evidence_snippet: 'src/client.ts:41',
  reasoning: 'The code changed.',
}

/** The interface document, row by row: each tool, each argument, each value. The order counts at the end. */
const ROWS: Row[] = [
  ...(['code', 'review', 'document'] as const).flatMap((mode) => [
    answers('svc_guidelines', { mode }, /\w/, { most: 165 }),
    answers('svc_guidelines', { mode, full: false }, /\w/, { most: 165 }),
    answers('svc_guidelines', { mode, full: true }, /\w/, { most: 550 }),
  ]),
  answers('svc_guidelines', { mode: 'code', full: true }, /patterns?[\s\S]*anti-patterns?[\s\S]*trust/i),
  answers('svc_guidelines', { mode: 'review', full: true }, /violat[\s\S]*drift[\s\S]*new pattern/i),
  answers('svc_guidelines', { mode: 'document', full: true }, /template[\s\S]*(?:embed|chunk|section)/i),
  refuses('svc_guidelines', {}, /^INVALID_REQUEST: mode must be one of code, review, document/),
  refuses('svc_guidelines', { mode: 'all' }, /^INVALID_REQUEST: mode/),
  refuses('svc_guidelines', { mode: 'code', full: 'yes' }, /^INVALID_REQUEST: full/),

  answers('svc_search_index', { query: 'retries' }, /docs\/retries\.md(?![\s\S]*till)/),
  answers('svc_search_index', { query: 'retries', scope: 'project' }, /scope project \(shop\)/),
  answers('svc_search_index', { query: 'receipts', scope: 'shared' }, /shared\/receipts\.md of project till/),
  answers('svc_search_index', { query: 'drawer', scope: 'org' }, /drawer\.md of project till, project/),
  answers('svc_search_index', { query: 'drawer', scope: 'shared' }, /^No match, scope shared/),
  refuses('svc_search_index', {}, /^INVALID_REQUEST: query/),
  refuses('svc_search_index', { query: 'x', scope: 'all' }, /scope must be one of project, shared, org/),

  answers(
    'svc_read_doc',
    { doc_id: 'Retries' },
    /source: document docs\/retries\.md of project \S+ revision 1/,
  ),
  answers('svc_read_doc', { doc_id: 'docs/retries.md', scope: 'project' }, /Three times/),
  answers('svc_read_doc', { doc_id: 'drawer.md', scope: 'org' }, /The drawer opens/),
  refuses(
    'svc_read_doc',
    { doc_id: 'drawer.md' },
    /^NOT_FOUND: .*drawer\.md, project till.*The scope org reads/s,
  ),
  refuses('svc_read_doc', { doc_id: 'nothing.md' }, /^NOT_FOUND: .*Call svc_search_index/s),
  refuses('svc_read_doc', {}, /^INVALID_REQUEST: doc_id/),
  refuses('svc_read_doc', { doc_id: 'Retries', scope: 'shared' }, /scope must be one of project, org/),

  answers('svc_propose_update', PROPOSED, /Proposed a change of revision 1 of docs\/retries\.md/),
  refuses('svc_propose_update', PROPOSED, /^CONFLICT: You proposed this text/),
  answers(
    'svc_propose_update',
    { ...PROPOSED, new_content: `${PROPOSED.new_content}\n`, visibility: 'project' },
    /Proposed/,
  ),
  answers('svc_propose_update', { ...PROPOSED, visibility: 'shared' }, /It is open: a person accepts/),
  refuses(
    'svc_propose_update',
    PROPOSED,
    /^FORBIDDEN: This needs the role editor.*Tell the user what is needed/s,
    'viewer',
  ),
  ...(['doc_id', 'new_content', 'evidence_snippet', 'reasoning'] as const).map((name) =>
    refuses(
      'svc_propose_update',
      { ...PROPOSED, [name]: undefined },
      new RegExp(`^INVALID_REQUEST: ${name}`),
    ),
  ),

  refuses(
    'svc_propose_update',
    { ...PROPOSED, visibility: 'org' },
    /visibility must be one of project, shared/,
  ),

  answers(
    'svc_list_templates',
    {},
    /^Templates \(\d+\):\n(?=[\s\S]*architecture\/)(?=[\s\S]*patterns\/)[\s\S]*contracts\//,
  ),
  answers(
    'svc_list_templates',
    { category: 'all' },
    /^Templates \(\d+\):\n(?=[\s\S]*architecture\/)(?=[\s\S]*patterns\/)[\s\S]*contracts\//,
  ),
  ...['architecture', 'patterns', 'contracts'].map((category) =>
    answers('svc_list_templates', { category }, new RegExp(`- ${category}/\\S+: .*\\(${category}\\)`)),
  ),
  refuses(
    'svc_list_templates',
    { category: 'code' },
    /category must be one of all, architecture, patterns, contr/,
  ),
  refuses('svc_get_template', {}, /^INVALID_REQUEST: template_id/),
  answers('svc_get_template', { template_id: 'contracts/api' }, /source: template contracts\/api/),
  refuses('svc_get_template', { template_id: 'contracts/none' }, /^NOT_FOUND: .*svc_list_templates/s),

  answers('svc_read_chunks', ({ chunks }) => ({ chunk_ids: chunks.slice(0, 1) }), /source: chunk c_/),
  answers(
    'svc_read_chunks',
    ({ chunks }) => ({
      chunk_ids: [...chunks, ...Array.from({ length: 20 }, (_, i) => `c_${i}`)].slice(0, 20),
    }),
    /No chunk has the ids?/,
  ),
  refuses('svc_read_chunks', {}, /^INVALID_REQUEST: chunk_ids/),
  refuses('svc_read_chunks', { chunk_ids: [] }, /chunk_ids must have 1 to 20 ids/),
  refuses(
    'svc_read_chunks',
    { chunk_ids: Array.from({ length: 21 }, (_, i) => `c_${i}`) },
    /chunk_ids must have 1 to 20 ids/,
  ),

  answers(
    'svc_list_accounts',
    {},
    /^Project accounts:\n\* shop \(shop\), role: editor \[active\]\n {2}Project ID: [\da-f-]{36}\n- till \(till\), role: editor\n {2}Project ID: [\da-f-]{36}\n\n.*svc_switch_account with a project ID\.$/,
  ),
  answers('svc_switch_account', ({ till }) => ({ project_id: till }), /^Active project: till \(till\)/),
  answers('svc_list_accounts', {}, /\* till \(till\).*\[active\]/),
  answers('svc_read_doc', { doc_id: 'drawer.md' }, /The drawer opens/),
  answers('svc_switch_account', ({ shop }) => ({ project_id: shop }), /^Active project: shop/),
  refuses('svc_switch_account', {}, /^INVALID_REQUEST: project_id/),
  refuses('svc_switch_account', { project_id: 'none' }, /^NOT_FOUND: .*svc_list_accounts/s),
]

/** The nine tools of the interface document's overview. */
const NINE = [
  'svc_guidelines',
  'svc_search_index',
  'svc_read_doc',
  'svc_propose_update',
  'svc_list_templates',
  'svc_get_template',
  'svc_read_chunks',
  'svc_list_accounts',
  'svc_switch_account',
]

const PROMPTS = ['svc_architect', 'svc_auditor', 'svc_documenter']

async function fill(app: TestApp): Promise<World> {
  await settled(app, { project: 'till', results: [passed('opens')] })
  app.advance(1_000)
  await settled(app, { project: 'shop', results: [failed('adds')] })
  for (const [project, path, visibility, content] of [
    ['shop', 'docs/retries.md', 'project', '# Retries\n\nThree times.\n'],
    ['till', 'shared/receipts.md', 'shared', '# Receipts\n\nThe till prints receipts.\n'],
    ['till', 'drawer.md', 'project', '# Drawer\n\nThe drawer opens.\n'],
  ])
    await app.put('/api/documents', { project, path, visibility, content })
  const projects = await app.store.read.selectFrom('project').select(['slug', 'public_id']).execute()
  const chunks = await app.store.read.selectFrom('chunk').select('public_id').orderBy('id').execute()
  const idOf = (slug: string) => projects.find((one) => one.slug === slug)?.public_id ?? ''
  return { shop: idOf('shop'), till: idOf('till'), chunks: chunks.map(({ public_id }) => public_id) }
}

onEachDatabase('the tools and prompts of knowledge, row by row, over a socket', (makeApp) => {
  test.for(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('%s', async (name) => {
    const app = await makeApp()
    const world = await fill(app)
    const { url } = await serve(app)
    const connect = async (role: 'editor' | 'viewer') => {
      const { value } = await addKey(app, { id: 1 }, { role })
      const client = await CLIENTS[name](new URL(`${url}/mcp`), {
        headers: { Authorization: `Bearer ${value}` },
      })
      onTestFinished(() => client.close())
      return client
    }
    const clients = { editor: await connect('editor'), viewer: await connect('viewer') }
    await clients.editor.callTool({ name: 'svc_switch_account', arguments: { project_id: 'shop' } })
    await clients.viewer.callTool({ name: 'svc_switch_account', arguments: { project_id: 'shop' } })
    for (const { tool, args, says, refused, most } of ROWS) {
      const given = JSON.parse(JSON.stringify(args(world)))
      const { content, isError = false } = (await clients[refused ?? 'editor'].callTool({
        name: tool,
        arguments: given,
      })) as { content: { text: string }[]; isError?: boolean }
      const text = content.map((block) => block.text).join('\n')
      const call = `${tool} ${JSON.stringify(given)}`
      expect.soft(text, call).toMatch(says)
      expect.soft(isError, `${call}: ${text}`).toBe(refused !== undefined)
      if (most !== undefined) expect.soft(encode(text).length, `${call}: ${text}`).toBeLessThanOrEqual(most)
    }
    const { prompts } = await clients.editor.listPrompts()
    expect(prompts.map((one) => one.name)).toEqual(PROMPTS)
    for (const prompt of PROMPTS) {
      const { messages } = await clients.editor.getPrompt({ name: prompt })
      const tokens = encode(messages.map(({ content }) => content.text ?? '').join('\n')).length
      expect(tokens, prompt).toBeGreaterThan(1_000)
      expect(tokens, prompt).toBeLessThanOrEqual(2_200)
    }
    const stranger = CLIENTS[name](new URL(`${url}/mcp`), { headers: { Authorization: 'Bearer svc_none' } })
    await expect(stranger).rejects.toThrow(/401|unauthorized/i)
    const { tools } = await clients.editor.listTools()
    expect([...new Set(ROWS.map((row) => row.tool))]).toEqual(NINE)
    for (const tool of NINE) {
      const { properties = {}, required = [] } = tools.find(({ name }) => name === tool)?.inputSchema ?? {}
      const rows = ROWS.filter((row) => row.tool === tool).map((row) => ({
        isAnswered: row.refused === undefined,
        given: JSON.parse(JSON.stringify(row.args(world))) as Record<string, unknown>,
      }))
      // They say where an answer begins, and are beyond the interface document.
      const { max_tokens, cursor: _, offset: __, ...named } = properties
      const used = new Set(rows.flatMap(({ given }) => Object.keys(given)))
      expect([...used].sort(), tool).toEqual(Object.keys(named).sort())
      for (const [name, { enum: values = [] }] of Object.entries(named))
        for (const value of values)
          expect(
            rows.some(({ isAnswered, given }) => isAnswered && given[name] === value),
            `a row of ${tool} with ${name} ${value}`,
          ).toBe(true)
      for (const name of required)
        expect(
          rows.some(({ isAnswered, given }) => !isAnswered && !(name in given)),
          `a row of ${tool} without ${name}`,
        ).toBe(true)
      if (!max_tokens) continue
      expect(max_tokens, tool).toMatchObject({ minimum: 200, maximum: 20_000, default: 4_000 })
      const given = rows.find(({ isAnswered }) => isAnswered)?.given
      for (const [tokens, isError] of [
        [199, true],
        [200, false],
        [200.5, true],
        [20_000, false],
        [20_001, true],
      ] as const) {
        const { content, isError: isRefused = false } = (await clients.editor.callTool({
          name: tool,
          arguments: { ...given, max_tokens: tokens },
        })) as { content: { text: string }[]; isError?: boolean }
        expect.soft(isRefused, `${tool} with max_tokens ${tokens}: ${content[0]?.text}`).toBe(isError)
      }
    }
  })
})
