import { expect, test } from 'vitest'
import { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeHostile } from '../../testing/hostile/rewrite.ts'
import { faultIn, HOSTILE } from '../../testing/hostile/text.ts'
import { addHome, fillOrganization } from '../../testing/isolation/create-data.ts'
import type { Ids } from '../../testing/isolation/fill-organization.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { failed, run, send } from '../../testing/upload.ts'
import { inboxAddress } from './inbox-address.ts'
import { PROMPTS } from './prompts.ts'
import type { Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

// Includes every tool by itself: an argument without a line in `valuesOf` fails.

const MARK = 'zebra'

/** Values of an argument, by its name: what exists first, then the hostile text. */
const valuesOf = (ids: Ids): Record<string, unknown[]> => ({
  agent_id: [ids.agent],
  agent_name: [`${MARK}-speaker`],
  artifact: [ids.artifact],
  assigned_to: [`${MARK}-speaker`],
  base: ['auto', ids.execution],
  branch: [ids.branch.replace(MARK, HOSTILE)],
  capabilities: [{}, { [HOSTILE]: HOSTILE }],
  channel: [],
  chunk_ids: [[ids.chunk]],
  client_message_id: [],
  commit: [ids.sha],
  cursor: [],
  deadline: ['2030-01-01T00:00:00Z'],
  description: [],
  display_name: [],
  doc_id: [ids.document, `new/${HOSTILE}.md`],
  evidence_snippet: ['walked'],
  execution: [ids.execution, 'latest'],
  file: [],
  fingerprint: [ids.failure],
  from: [],
  grep: [],
  head: [ids.execution],
  id: [ids.failure, ids.test, ids.task],
  instance: [],
  message: ['walked'],
  message_id: [ids.message],
  model: [],
  new_content: ['# Walked'],
  payload: [{}, { kind: 'rerun', [HOSTILE]: HOSTILE }],
  project_id: [ids.project],
  project_slug: [ids.project],
  q: [],
  query: ['knows', '"knows"'],
  reasoning: ['walked'],
  reply_to: [ids.message],
  result: [{ [HOSTILE]: HOSTILE }],
  suite: [ids.suite.replace(MARK, HOSTILE)],
  task_id: [ids.task],
  template_id: [ids.template],
  test: [ids.test],
  title: [],
  to: [`${MARK}-speaker`],
})

interface Field {
  type?: string
  enum?: unknown[]
  items?: Field
  anyOf?: Field[]
}

/** Calls of a tool: the required arguments, with each value of each other argument in turn. */
function callsOf({ input, name }: Tool, values: Record<string, unknown[]>): Record<string, unknown>[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as {
    properties?: Record<string, Field>
    required?: string[]
  }
  const choices = (argument: string, field: Field): unknown[] => {
    if (field.enum) return field.enum
    if (argument === 'max_tokens') return [500, 20_000]
    if (field.type === 'boolean') return [true, false]
    if (field.type === 'integer' || field.type === 'number') return argument === 'pr' ? [7] : [1]
    const known = values[argument]
    if (!known) throw new Error(`${name} takes ${argument}: add values for it to valuesOf.`)
    return [...known, field.type === 'array' ? [HOSTILE.slice(0, 100)] : HOSTILE, HOSTILE.slice(0, 40)]
  }
  const all = Object.entries(properties).map(([argument, field]) => ({
    argument,
    values: choices(argument, field),
  }))
  const least = Object.fromEntries(
    all.filter(({ argument }) => required.includes(argument)).map((one) => [one.argument, one.values[0]]),
  )
  return [
    least,
    ...all.flatMap(({ argument, values }) => values.map((value) => ({ ...least, [argument]: value }))),
  ]
}

async function speak(app: TestApp, key: string, project: string): Promise<void> {
  const name = `${MARK}-speaker`
  const made = async (path: string, body: object, as: string = name) => {
    const { data, error } = await app.post<{ id: string }>(path, body, { key, headers: { 'Svc-Agent': as } })
    if (error) throw new Error(`${path}: ${error.message}`)
    return data.id
  }
  const profile = {
    displayName: HOSTILE.slice(0, 100),
    instance: HOSTILE.slice(0, 100),
    model: HOSTILE.slice(0, 100),
  }
  await made('/api/bus/agents', { name, project, ...profile })
  await made('/api/bus/messages', {
    to: name,
    message: HOSTILE,
    channel: HOSTILE.slice(0, 80).replace(/[\u2028\n]/g, ' '),
  })
  await made('/api/bus/tasks', { assignedTo: name, title: HOSTILE, description: HOSTILE, project })
  const rules = '# Rules\n\n## Rules\n\n- Always count the coins.\n'
  await app.put('/api/documents', { project, path: `patterns/${MARK}.md`, content: rules }, { key })
  await made('/api/bus/tasks', { assignedTo: name, title: HOSTILE, project }, `${MARK}-agent`)
}

/** Calls each tool, prompt and resource where every text has these words; returns what is wrong, and the columns. */
async function walk(app: TestApp, words: string): Promise<{ faults: string[]; changed: Set<string> }> {
  const home = await addHome(app, `${MARK}-organization`)
  const ids = await fillOrganization(app, home, MARK)
  const { key } = home
  const hostileRun = run({
    project: ids.project,
    build: 'by-upload',
    results: [failed(HOSTILE.replaceAll('\n', ' '), { file: 'a.test.ts', message: HOSTILE })],
  })
  await send(app, hostileRun, { key })
  await speak(app, key, ids.project)
  const changed = await makeHostile(app, MARK, words)
  const headers = { 'Svc-Project': ids.project, 'Svc-Agent': `${MARK}-speaker` }
  const agent = await connectAgent(app, { key, headers })
  const values = valuesOf(ids)
  const faults: string[] = []
  const say = (where: string, text: string) => {
    const fault = faultIn(text)
    if (fault !== null) faults.push(`${where}: ${fault}`)
    if (text.startsWith('INTERNAL')) faults.push(`${where}: ${text}`)
  }
  // Last, what removes things.
  const tools = TOOLS.toSorted(
    (a, b) => Number(a.annotations.destructiveHint) - Number(b.annotations.destructiveHint),
  )
  for (const tool of tools)
    for (const args of callsOf(tool, values)) {
      const { text } = await agent.call(tool.name, args)
      say(`${tool.name} ${JSON.stringify(args).slice(0, 200)}`, text)
    }
  for (const { name } of PROMPTS) {
    const { messages } = await agent.client.getPrompt({ name })
    for (const { content } of messages) say(name, content.type === 'text' ? content.text : '')
  }
  const inbox = await agent.client.readResource({ uri: inboxAddress(`${MARK}-speaker`) })
  for (const content of inbox.contents) say('resources/read', 'text' in content ? content.text : '')
  return { faults, changed }
}

onEachDatabase('names that attack their readers', (makeAppOn) => {
  test('none is shown at its full length, either', { tags: 'thorough' }, async () => {
    const { faults } = await walk(await makeAppOn(), HOSTILE.repeat(10))
    expect(faults).toEqual([])
  })

  test('no tool, prompt or resource lets one speak for the server', async () => {
    const { faults, changed } = await walk(await makeAppOn(), HOSTILE)
    expect(faults).toEqual([])
    expect([...changed].sort()).toMatchInlineSnapshot(`
      [
        "agent.capabilities",
        "agent.instance",
        "api_key.name",
        "artifact.name",
        "attempt.detail",
        "chunk.content",
        "chunk.headings",
        "chunk_search.marks",
        "chunk_search.words",
        "codeowners.content",
        "document.path",
        "document.title",
        "document.title_key",
        "execution.base_branch",
        "execution.branch",
        "execution.build",
        "execution.ci",
        "execution.framework",
        "execution.message",
        "execution.repository",
        "execution.suite",
        "execution.tags",
        "experiment.head_command",
        "experiment.machine",
        "experiment.sent_by",
        "failure_cluster.message",
        "file.path",
        "fix_verification.suites",
        "leg.name",
        "leg_run.branch",
        "leg_run.suite",
        "oidc_trust.repository",
        "organization.name",
        "part.config",
        "part.facts",
        "part.job",
        "part.package",
        "part.runner",
        "part_error.file",
        "person.name",
        "project.default_branch",
        "project.name",
        "project.repository",
        "proposal.author",
        "proposal.content",
        "proposal.diff",
        "proposal.evidence",
        "proposal.path",
        "proposal.reasoning",
        "reason.detail",
        "reason.message",
        "refused_upload.message",
        "rename.confirmed_by",
        "search_term.term",
        "task.title",
        "task_change.actor",
        "template.author",
        "template.content",
        "template.title",
        "test.titles",
        "test_day.branch",
      ]
    `)
  })
})
