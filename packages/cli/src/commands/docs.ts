import { mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { nameFrom, withServerOptions } from './options.ts'

const READ: Manual = {
  text: `Prints a document of any project of the organization. Name it by its id, path or title; path#heading prints one
section. SVC_API_KEY has to be a key with the scope knowledge.`,
  examples: [
    ['npx --no svc docs read docs/prices.md', 'a whole document'],
    ["npx --no svc docs read 'docs/prices.md#Rounding'", 'one section of it'],
  ],
  json: `The data of GET /api/documents/read:
{ "id", "path", "title", "project", "revision", "content", "section",
  "sections": [{ "id", "headings", "content", … }], … }
content is null for one section.`,
  seeAlso: ['docs pull', 'failures'],
}

/** The most that the server takes, and more than any document has. */
const MOST_TOKENS = 1_000_000

interface PushOptions {
  project?: string
  url?: string
  prefix?: string
  visibility?: 'project' | 'shared'
  delete?: boolean
  overwrite?: boolean
  allowOlder?: boolean
  dryRun?: boolean
}

const KEY = 'SVC_API_KEY has to be a key with the role editor and the scope knowledge.'

const GROUP: Manual = {
  text: `Agents and people read these documents on the server: architecture, patterns, contracts,
and what is known about failures. ${KEY}`,
  examples: [
    ['npx --no svc docs push docs', 'push the folder docs of this repository'],
    ['npx --no svc docs pull docs', 'write the documents of the server into it'],
  ],
  seeAlso: ['docs push', 'docs pull', 'docs read'],
}

const PUSH: Manual = {
  text: `Sends the Markdown files (.md, .mdx, .markdown) of a folder to the project. The command
compares hashes first, and sends only files that changed, so it can run after every merge.
After an interruption, the next push sends only the missing files. ${KEY}

A document has the path of its file in the repository; --prefix replaces the folder in it. In a git working tree the
command leaves out files that git ignores; elsewhere it leaves out node_modules, vendor and folders
whose names begin with a dot. It follows no symbolic links.

With --delete, a file that was renamed moves its document, which keeps its id, its revisions and the failures that
it explains. The text must be the same, or most of it.

YAML front matter may set title, visibility (project or shared) and tags (a list).

The command does not replace a text that was changed on the server, as by an accepted proposal, with a file
that lacks the change. Bring the change into the repository, or give --overwrite.

Nor does it replace, move or delete what was pushed from a newer commit, so a workflow of an old commit that is run
again, or ends late, changes nothing. It recognizes this in a clean git working tree. --allow-older pushes the
older commit.`,
  examples: [
    ['npx --no svc docs push docs', 'push what changed'],
    ['npx --no svc docs push docs --dry-run', 'only say what would happen'],
    ['npx --no svc docs push docs --delete', 'also delete documents whose files are gone'],
    ['npx --no svc docs push ../handbook --prefix handbook --visibility shared', 'for all projects'],
  ],
  json: `{ "project", "folder", "commit"?, "isDry", "requests",
  "counts": { outcome: number },
  "documents": [{ "path", "outcome", "from"?,
    "newerCommit"?, "reason"? }],
  "gone": [path] }
outcome is created, revised, unchanged, moved (from is its earlier path),
deleted, newer (the server has a newer text than the file), conflict (both
were changed), outdated (newerCommit was pushed before), refused, or wanted
(of a dry run: would be sent). gone lists documents of earlier pushes whose
files are gone.`,
  exitCodes: {
    0: 'every file is on the server as it is here, or older than its document',
    1: 'a file was refused or is in conflict, or the server did not answer',
  },
  seeAlso: ['docs pull', 'doctor', 'keys create'],
}

const PULL: Manual = {
  text: `Writes the project's documents into a folder, as files that agents and people read without the server.
The command compares hashes first, and reads only texts that changed. It replaces a file only if the text of the file
is that of an earlier revision of the document. A file that was edited here stays, and a line names it. It deletes no
file.

A file has the path of its document below the folder, as docs push reads it; --prefix names another folder of the
server. The command follows no symbolic link and writes nothing outside the folder. SVC_API_KEY has to be a key with
the scope knowledge.`,
  examples: [
    ['npx --no svc docs pull docs', 'bring the folder docs up to date'],
    ['npx --no svc docs pull docs --dry-run', 'only say what would change'],
    ['npx --no svc docs pull .knowledge --prefix docs', 'into a folder of its own'],
  ],
  json: `{ "project", "folder", "isDry", "counts": { outcome: number },
  "documents": [{ "path", "outcome", "reason"? }], "alone": [path] }
outcome is created, updated, unchanged, kept (the file was edited here) or
refused (the path allows no file). alone lists files that are no document.`,
  exitCodes: {
    0: 'every document is here as on the server',
    1: 'a file was edited here or refused, or the server did not answer',
  },
  seeAlso: ['docs push', 'keys create'],
}

/** `svc docs`: documents of the knowledge base. */
export const docsCommand = (call: Call): Command =>
  new Command('docs')
    .description('push, pull and read documents for people and agents')
    .addHelpText('after', manualText(GROUP))
    .addCommand(pushCommand(call))
    .addCommand(pullCommand(call))
    .addCommand(docsReadCommand(call))

const pushCommand = (call: Call): Command =>
  withServerOptions(new Command('push').description('send the Markdown files of a folder that changed'))
    .argument('<folder>', 'folder of Markdown files')
    .option('--prefix <path>', "folder of the documents (default: the folder's path in the repository)")
    .addOption(
      new Option('--visibility <who>', 'for files whose front matter names none').choices([
        'project',
        'shared',
      ]),
    )
    .option('--delete', 'delete documents of earlier pushes whose files are gone')
    .option('--overwrite', 'also replace texts that were changed on the server')
    .option('--allow-older', 'also replace what was pushed from a newer commit')
    .option('--dry-run', 'change nothing, and say what would happen')
    .addHelpText('after', manualText(PUSH))
    .action(async (name: string, options: PushOptions, command: Command) => {
      const folder = namedFolder(name, call, command)
      const [{ detectCi }, { connect }, { findDocuments }, { pushFolder }, views] = await Promise.all([
        import('@svc/client/cli'),
        import('../server/connect.ts'),
        import('@svc/client/documents'),
        import('../documents/push-folder.ts'),
        import('../views/documents.ts'),
      ])
      const { prefix, visibility, dryRun: isDry = false } = options
      const connection = await connect(call, options)
      const project = projectOf(connection)
      const found = await findDocuments(folder, { prefix, env: call.env, isCi: detectCi().isCI })
      if (found.files.length + found.broken.length === 0)
        throw new Refusal(`there is no Markdown file in ${folder}`, {
          code: 'NO_FILES',
          next: 'name the folder that has them; files that git ignores do not count',
        })
      const report = await pushFolder(call, connection, found, {
        project,
        visibility,
        isDry,
        isDeleting: options.delete === true,
        isOverwriting: options.overwrite === true,
        isAllowingOlder: options.allowOlder === true,
      })
      const pushed = { project, folder: found.prefix, commit: found.commit?.sha, isDry, ...report }
      print(call, views.pushData(pushed), (screen) => text(views.pushLines(pushed, screen)))
      for (const line of views.pushTroubles(pushed)) say(call, 'svc: ', line)
      call.exitCode = views.isWell(pushed) ? 0 : 1
    })

const projectOf = ({ project }: { project: string }): string => {
  if (project) return project
  throw new Refusal('nothing names the project', { next: 'give --project <slug>', code: 'NOT_SET_UP' })
}

type PullOptions = Pick<PushOptions, 'project' | 'url' | 'prefix' | 'overwrite' | 'dryRun'>

const pullCommand = (call: Call): Command =>
  withServerOptions(new Command('pull').description('write the documents that changed into a folder'))
    .argument('<folder>', 'folder of Markdown files; it is created if needed')
    .option('--prefix <path>', "folder of the documents (default: the folder's path in the repository)")
    .option('--overwrite', 'also replace files that were edited here')
    .option('--dry-run', 'change nothing, and say what would happen')
    .addHelpText('after', manualText(PULL))
    .action(async (name: string, options: PullOptions, command: Command) => {
      const { prefix, dryRun: isDry = false, overwrite: isOverwriting = false } = options
      if (!isDry) mkdirSync(resolve(call.folder, name), { recursive: true })
      const folder = realpathSync(namedFolder(name, call, command))
      const [{ detectCi }, { connect }, { findDocuments }, { pullFolder }, views] = await Promise.all([
        import('@svc/client/cli'),
        import('../server/connect.ts'),
        import('@svc/client/documents'),
        import('../documents/pull-folder.ts'),
        import('../views/pulled.ts'),
      ])
      const connection = await connect(call, options)
      const project = projectOf(connection)
      const found = await findDocuments(folder, { prefix, env: call.env, isCi: detectCi().isCI })
      const report = await pullFolder(call, connection, { folder, found, project, isDry, isOverwriting })
      const pulled = { project, folder: found.prefix, isDry, ...report }
      print(call, views.pullData(pulled), (screen) => text(views.pullLines(pulled, screen)))
      for (const line of views.pullTroubles(pulled)) say(call, 'svc: ', line)
      call.exitCode = views.isWhole(pulled) ? 0 : 1
    })

/** `svc docs read`: prints one document. */
const docsReadCommand = (call: Call): Command =>
  withServerOptions(new Command('read').description('print one document'))
    .argument('<document>', 'its id, path or title, also with #heading', nameFrom)
    .addHelpText('after', manualText(READ))
    .action(async (doc: string, options: { project?: string; url?: string }) => {
      const [{ connect }, { documentText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../views/document.ts'),
      ])
      const connection = await connect(call, options)
      const project = options.project ?? call.env.SVC_PROJECT?.trim()
      const { data } = await connection.ask((client) =>
        client.readDocument({ doc, scope: 'org', maxTokens: MOST_TOKENS, ...(project && { project }) }),
      )
      print(call, data, () => documentText(data))
    })
