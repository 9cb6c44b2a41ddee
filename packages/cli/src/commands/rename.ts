import type { Client } from '@svc/api'
import { svcCommand } from '@svc/client/svc-command'
import { Command, InvalidArgumentError } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { oneLine, typed } from '../terminal/text.ts'
import { withServerOptions } from './options.ts'

interface RenameOptions {
  undo?: boolean
  list?: boolean
  project?: string
  url?: string
}

type Rename = Awaited<ReturnType<Client['listRenames']>>['data'][number]

const MANUAL: Manual = {
  text: `Confirms that a test has a new name. The two become one test with one history, and comparisons pair the
names. compare finds candidates and prints this command with their ids. --undo makes them two tests again, each with
its own history, and --list prints the confirmed renames of the project with their ids. SVC_API_KEY has to be a key with
the role editor and the scope ingest; --list needs the scope read.`,
  examples: [
    ['npx --no svc rename <from> <to>', 'the first is the id of the earlier name'],
    ['npx --no svc rename --undo <from> <to>', 'the same two ids: they are two tests again'],
    ['npx --no svc rename --list', 'what is renamed in this project'],
  ],
  json: `The data of POST /api/renames:
{ "renames": [{ "id", "project", "from", "to", … }] }
--undo and --list print the same with what was undone, or all.`,
  exitCodes: { 0: 'the two names are one test, or two again with --undo' },
  seeAlso: ['compare'],
}

/** `svc rename`: confirms that a test has a new name, lists such renames, and undoes them. */
export const renameCommand = (call: Call): Command =>
  withServerOptions(new Command('rename').description('merge the old and the new name of a test'))
    .argument('[from]', 'id of the test with the earlier name', testIdFrom)
    .argument('[to]', 'id of the test with the new name', testIdFrom)
    .option('--undo', 'make the two names two tests again')
    .option('--list', 'list the renames of the project, newest first')
    .addHelpText('after', manualText(MANUAL))
    .action(async (from: string | undefined, to: string | undefined, options: RenameOptions) => {
      const pair = pairOf(from, to, options)
      const { connect } = await import('../server/connect.ts')
      const connection = await connect(call, options)
      const renames = await (pair === null
        ? listed(connection)
        : options.undo
          ? undone(connection, pair)
          : confirmed(connection, pair))
      const { project, url } = options
      const undo = `${svcCommand(call.folder)} rename --undo ${typed([], { project, url })}`
      print(call, { renames }, () => text(shown(renames, options, undo)))
    })

interface Pair {
  from: string
  to: string
}

/** Null for a list, which takes no ids. */
function pairOf(
  from: string | undefined,
  to: string | undefined,
  { undo, list }: RenameOptions,
): Pair | null {
  if (list && (undo || from !== undefined))
    throw usage('--list takes no ids and no --undo', 'npx --no svc rename --list')
  if (list) return null
  if (from !== undefined && to !== undefined) return { from, to }
  throw usage(
    'give the ids of two tests',
    `npx --no svc rename ${undo ? '--undo ' : ''}<from> <to>; compare prints the ids, and rename --list those that are renamed`,
  )
}

const usage = (what: string, next: string) =>
  new Refusal(what, { code: 'INVALID_REQUEST', next, exitCode: 2 })

async function confirmed({ ask, project }: Connection, pair: Pair): Promise<Rename[]> {
  const { data } = await ask((client) => client.confirmRenames({ project, ...pair }))
  return data.renames
}

async function listed({ ask, project }: Connection, test?: string): Promise<Rename[]> {
  const renames: Rename[] = []
  await ask(async (client) => {
    renames.length = 0
    for await (const rename of client.all('listRenames', { project, test })) renames.push(rename)
  })
  return renames
}

/** Undoes the rename of these two, in the order in which it was confirmed. */
async function undone(connection: Connection, { from, to }: Pair): Promise<Rename[]> {
  const found = (await listed(connection, from)).find(
    (rename) => rename.from.testId === from && rename.to.testId === to,
  )
  if (!found)
    throw new Refusal('these two tests are not renamed in this project', {
      code: 'NOT_FOUND',
      next: 'npx --no svc rename --list shows what is renamed',
    })
  const { data } = await connection.ask((client) => client.undoRename({ id: found.id }))
  return [data]
}

/** `command` undoes a rename; the ids of its tests follow. */
function shown(renames: readonly Rename[], { undo, list }: RenameOptions, command: string): string[] {
  if (renames.length === 0) return ['no test is renamed']
  const first = undo ? 'two tests again' : 'one test'
  return renames.flatMap(({ from, to }) => [
    `${first}: ${nameOf(to)}`,
    undo ? `and: ${nameOf(from)}` : `renamed from: ${nameOf(from)}`,
    ...(list ? [`undo: ${command}${from.testId} ${to.testId}`] : []),
  ])
}

const nameOf = ({ file, titles }: Rename['to']): string =>
  oneLine([file, ...titles].filter((part) => part !== '').join(' > '))

const testIdFrom = (value: string): string => {
  if (!/^[\da-f]{32}$/i.test(value)) throw new InvalidArgumentError("Give a test's id: 32 hex digits.")
  return value.toLowerCase()
}
