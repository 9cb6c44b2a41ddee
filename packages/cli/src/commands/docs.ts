import { Command, Option } from 'commander'
import { Refusal } from '../refusal.ts'
import type { Call } from '../run.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { withServerOptions } from './options.ts'

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
  examples: [['npx --no svc docs push docs', 'push the folder docs of this repository']],
  seeAlso: ['docs push'],
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
  "gone": [path], "isServerOlder": boolean }
outcome is created, revised, unchanged, moved (from is its earlier path),
deleted, newer (the server has a newer text than the file), conflict (both
were changed), outdated (newerCommit was pushed before), refused, or wanted
(of a dry run: would be sent). gone lists documents of earlier pushes whose
files are gone.`,
  exitCodes: {
    0: 'every file is on the server as it is here, or older than its document',
    1: 'a file was refused or is in conflict, or the server did not answer',
  },
  seeAlso: ['doctor', 'keys create'],
}

/** `svc docs`: documents of the knowledge base. */
export const docsCommand = (call: Call): Command =>
  new Command('docs')
    .description('push documents for people and agents')
    .addHelpText('after', manualText(GROUP))
    .addCommand(pushCommand(call))

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
      const { project } = connection
      if (!project)
        throw new Refusal('nothing names the project', { next: 'give --project <slug>', code: 'NOT_SET_UP' })
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
