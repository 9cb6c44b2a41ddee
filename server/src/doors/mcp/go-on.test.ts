import { expect, test } from 'vitest'
import { addAgent, sendAs } from '../../testing/bus.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent, type ToolAnswer } from '../../testing/mcp-client.ts'
import { passed, settled } from '../../testing/upload.ts'
import { TOOLS } from './tools.ts'

interface Call {
  tool: string
  args: Record<string, unknown>
}

type Session = Awaited<ReturnType<typeof connectAgent>>

/** No walk needs more calls. */
const MOST_CALLS = 150

/** What a reader obeys: every line that says how to go on, or the last one alone. */
type Reader = 'every line' | 'the last line'

/** Every call that these lines of an answer name to go on. Code blocks are data, and name none. */
function namedBy({ text }: ToolAnswer, { tool, args }: Call, reader: Reader): Call[] {
  const lines = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
  const own = reader === 'every line' ? lines : (lines.trimEnd().split('\n').at(-1) ?? '')
  const found: Call[] = []
  const add = (name: string, json: string, base: object = {}) =>
    found.push({ tool: name, args: { ...base, ...JSON.parse(json) } })
  const size = 'max_tokens' in args ? { max_tokens: args.max_tokens } : {}
  for (const [, name = '', json = ''] of own.matchAll(/(svc_\w+) (\{[^\n]*?\}) (?:continues|begins)/g)) {
    add(name, json)
    expect(found.at(-1)?.args, 'the next page has another size').toMatchObject(size)
  }
  for (const [, name = '', json = ''] of own.matchAll(
    /call (svc_\w+) with the same arguments and cursor (\{.*\})\]/g,
  ))
    add(name, json, args)
  for (const [, name = '', id = ''] of own.matchAll(
    /call (svc_\w+) with the same arguments and doc_id "([^"]+)"/g,
  ))
    add(name, JSON.stringify({ doc_id: id }), args)
  for (const [, json = '', more] of own.matchAll(
    /Call svc_read_chunks with the same arguments and chunk_ids (\[.*?\])(, then with your ids after them)?/g,
  )) {
    const ids = JSON.parse(json) as string[]
    const asked = args.chunk_ids as string[]
    found.push({ tool, args: { ...args, chunk_ids: ids } })
    if (more)
      found.push({ tool, args: { ...args, chunk_ids: asked.slice(asked.indexOf(ids.at(-1) ?? '') + 1) } })
  }
  if (/\[truncated: .*larger max_tokens/.test(own)) {
    const max_tokens = Math.min(20_000, 2 * ((args.max_tokens as number | undefined) ?? 4_000))
    if (max_tokens !== args.max_tokens) found.unshift({ tool, args: { ...args, max_tokens } })
  }
  return found
}

/** Obeys each line that says how to go on, until none is left. Returns every answer, first ones first. */
async function walk({ call }: Session, first: Call, reader: Reader = 'every line'): Promise<ToolAnswer[]> {
  const answers: ToolAnswer[] = []
  const waiting = [first]
  const made = new Set<string>()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const answer = await call(next.tool, next.args)
    expect(answer.isError, `${JSON.stringify(next)}: ${answer.text}`).toBe(false)
    answers.push(answer)
    expect(answers.length, `${first.tool} goes on for ever: ${answer.text.slice(-300)}`).toBeLessThan(
      MOST_CALLS,
    )
    const named = namedBy(answer, next, reader)
    expect(named.length > 0, `${JSON.stringify(next)}: ${answer.text.slice(-400)}`).toBe(
      answer.structured.truncated === true,
    )
    // The inbox is the one tool whose equal call goes on: it keeps its place.
    for (const one of named) {
      const key = JSON.stringify(one)
      if (made.has(key) && one.tool !== 'svc_agent_inbox') continue
      made.add(key)
      waiting.push(one)
    }
  }
  return answers
}

const words = (subject: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${subject} ${at} says “${at * 7}”.`).join('\n')

const put = (app: TestApp, path: string, body: object) =>
  app.request(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The parts of each message, put together, in the order of their first parts. */
function textsOf(answers: ToolAnswer[]): string[] {
  const texts = new Map<string, string>()
  for (const { structured } of answers)
    for (const { id, content, offset } of structured.messages) {
      const before = texts.get(id) ?? ''
      expect(offset, 'a part is missing, or comes again').toBe(before.length)
      texts.set(id, before + content)
    }
  return [...texts.values()]
}

onEachDatabase('lines that say how to go on', (make) => {
  test.for([
    { mark_read: true },
    { mark_read: true, max_tokens: 700 },
    { mark_read: true, limit: 1 },
    { mark_read: true, after: 0 },
    { after: 0 },
    { status: 'all', mark_read: true, after: 0 },
  ])('an inbox with long and short messages ends, and shows each text once: %j', async (args) => {
    const app = await make()
    const [planner, fixer] = [await addAgent(app, 'planner'), await addAgent(app, 'fixer')]
    const long = words('long', 900).slice(0, 20_000)
    const texts = [long, 'one', 'two', '測試失敗。'.repeat(2_000), 'three', words('last', 400)]
    for (const text of texts) await sendAs(app, planner, 'fixer', text)
    const session = await connectAgent(app, { key: fixer.key })
    const answers = await walk(session, { tool: 'svc_agent_inbox', args })
    expect(textsOf(answers)).toEqual(texts)
    const left = await session.call('svc_agent_inbox')
    expect(left.structured.total).toBe(args.mark_read ? 0 : texts.length)
  })

  test.for<[Reader, Record<string, unknown>]>([
    ['every line', {}],
    ['the last line', {}],
    ['the last line', { max_tokens: 700 }],
    ['the last line', { after: 0 }],
    ['the last line', { after: 0, limit: 1 }],
    ['the last line', { status: 'all' }],
  ])('an inbox that is not marked names calls that show every text: by %s, %j', async ([reader, args]) => {
    const app = await make()
    const [planner, fixer] = [await addAgent(app, 'planner'), await addAgent(app, 'fixer')]
    const texts = [words('long', 900).slice(0, 20_000), ...'abcdefghijklmn']
    for (const text of texts)
      await sendAs(app, planner, 'fixer', text, { priority: text === 'n' ? 'urgent' : 'normal' })
    const session = await connectAgent(app, { key: fixer.key })
    const answers = await walk(session, { tool: 'svc_agent_inbox', args }, reader)
    const shown = answers.map(({ text }) => text).join('\n')
    for (const text of texts.slice(1)) expect(shown).toContain(`\n${text}\n`)
    for (const line of (texts[0] as string).split('\n')) expect(shown).toContain(line)
  })

  test('the same call with mark_read alone empties an inbox; what overtakes a long message does not hide its rest', async () => {
    const app = await make()
    const [planner, fixer] = [await addAgent(app, 'planner'), await addAgent(app, 'fixer')]
    const long = words('long', 900).slice(0, 20_000)
    await sendAs(app, planner, 'fixer', long)
    const { call } = await connectAgent(app, { key: fixer.key })
    const answers: ToolAnswer[] = []
    for (let left = true; left && answers.length < 20; ) {
      const answer = await call('svc_agent_inbox', { mark_read: true })
      answers.push(answer)
      if (answers.length === 1) await sendAs(app, planner, 'fixer', 'stop', { priority: 'urgent' })
      left = answer.structured.truncated
    }
    expect(textsOf(answers)).toEqual([long, 'stop'])
    expect((await call('svc_agent_inbox')).structured.total).toBe(0)
    expect(answers[2]?.text).toContain('An earlier answer showed its beginning: svc_agent_read {')
  })

  test.for<Reader>(['every line', 'the last line'])(
    'every other tool ends, and shows each entry once: by %s',
    async (reader) => {
      const app = await make()
      const [planner, fixer] = [await addAgent(app, 'planner'), await addAgent(app, 'fixer')]
      const names = Array.from({ length: 14 }, (_, at) => `helper-${at}`)
      for (const name of names) await addAgent(app, name, { key: planner.key })
      const slugs = Array.from({ length: 10 }, (_, at) => `project-${at}`)
      for (const project of slugs) await settled(app, { project, results: [passed('a')] })
      const dense = Array.from({ length: 300 }, (_, at) => `測試在主分支上失敗，請修復${at}號購物車。`)
      const sections = Array.from(
        { length: 30 },
        (_, at) => `## Section ${at}\n${words(`section ${at}`, 25)}`,
      )
      const content = `# Long\n${sections.join('\n')}\n## Dense\n${dense.join('')}`
      await put(app, '/api/documents', { project: 'project-0', path: 'long.md', content })
      const paths = Array.from({ length: 20 }, (_, at) => `own/template-${at}`)
      for (const path of paths)
        await put(app, '/api/templates', { path, category: 'patterns', title: path, content: '# T' })
      const template = `# Dense\n${'測試'.repeat(25_000)}`
      await put(app, '/api/templates', {
        path: 'dense',
        category: 'patterns',
        title: 'Dense',
        content: template,
      })
      const task = {
        agent: 'planner',
        assignedTo: 'fixer',
        title: 'Read',
        payload: { log: words('log', 3_000) },
      }
      const { data } = await app.post<{ id: string }>('/api/bus/tasks', task, { key: planner.key })
      const session = await connectAgent(app, { key: fixer.key, headers: { 'Svc-Project': 'project-0' } })
      const all = async <Entry>(
        tool: string,
        args: Record<string, unknown>,
        entries: (data: never) => Entry[],
      ): Promise<Entry[]> => {
        walked.add(tool)
        const answers = await walk(session, { tool, args }, reader)
        return answers.flatMap(({ structured }) => entries(structured as never))
      }
      const walked = new Set(['svc_agent_inbox'])
      for (const max_tokens of [200, 4_000]) {
        const agents = await all('svc_agent_list', { max_tokens }, (one: { agents: { name: string }[] }) =>
          one.agents.map(({ name }) => name),
        )
        expect(agents).toEqual([...names.toReversed(), 'fixer', 'planner'])
        const accounts = await all(
          'svc_list_accounts',
          { max_tokens },
          (one: { accounts: { slug: string }[] }) => one.accounts.map(({ slug }) => slug),
        )
        expect(accounts).toEqual(['project-0', ...slugs.slice(1).toReversed()])
        const templates = await all(
          'svc_list_templates',
          { max_tokens },
          (one: { templates: { path: string }[] }) => one.templates.map(({ path }) => path),
        )
        expect(templates.filter((path) => path.startsWith('own/')).sort()).toEqual(paths.toSorted())
        expect(new Set(templates).size).toBe(templates.length)
      }
      for (const size of [{}, { max_tokens: 2_000 }]) {
        const args = { template_id: 'dense', ...size }
        const parts = await all('svc_get_template', args, (one: { content: string }) => [one.content])
        expect(parts.join('')).toBe(template)
      }
      for (const max_tokens of [200, 1_000]) {
        const read = await all(
          'svc_read_doc',
          { doc_id: 'long.md', max_tokens },
          (one: { content?: string; sections?: { content: string | null }[] }) => [
            one.content ?? '',
            ...(one.sections ?? []).map((section) => section.content ?? ''),
          ],
        )
        const shown = read.join('\n')
        const lines = sections.join('\n').split('\n')
        // A heading stands beside the text of its section.
        expect(lines.filter((line) => !line.startsWith('#') && !shown.includes(line))).toEqual([])
        // Blocks without lines are cut anywhere.
        const joined = shown.replace(/\n|\[…\]/g, '')
        expect([...dense.keys()].filter((at) => !joined.includes(`復${at}號`))).toEqual([])
      }
      const { structured } = await session.call('svc_read_doc', { doc_id: 'long.md', max_tokens: 2_000 })
      const ids: string[] = [...structured.sections, ...structured.notShown].map(
        ({ id }: { id: string }) => id,
      )
      const chunk_ids = ids.slice(-20)
      const chunks = await all(
        'svc_read_chunks',
        { chunk_ids, max_tokens: 300 },
        (one: { chunks: { id: string }[] }) => one.chunks.map(({ id }) => id),
      )
      expect([...new Set(chunks)].sort()).toEqual(chunk_ids.toSorted())
      const readers = {
        svc_lease: { subject: 'task', id: data.id },
        svc_agent_read: { task_id: data.id, max_tokens: 2_000 },
      }
      for (const [tool, args] of Object.entries(readers)) {
        const held = await all(tool, args, (one: { task: { content: string } }) => [one.task.content])
        expect(held.join('')).toBe(`payload:\n${JSON.stringify(task.payload, null, 1)}`)
      }
      // Those about results have their own test (results/read-on.test.ts); a search is ranked, and its end is no list's.
      const growing = TOOLS.filter(({ input, scope }) => 'max_tokens' in input.shape && scope !== 'read')
      expect([...walked].sort()).toEqual(
        growing
          .flatMap(({ name }) => (name === 'svc_search_index' ? [] : [name]))
          .concat('svc_lease')
          .sort(),
      )
    },
  )
})
