import { Command } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { printOwn } from '../terminal/print.ts'
import { nameFrom, numberFrom, URL_OPTION } from './options.ts'

interface ArtifactOptions {
  file?: string
  grep?: string
  offset?: number
  maxTokens?: number
  url?: string
}

const MANUAL: Manual = {
  text: `Prints an artifact of a test as text, by its id from failures or from the dashboard: logs, page snapshots, and the files in a Playwright trace or another zip
archive. Without --file, it prints the file of an archive that explains the failure, and lists the others. Of an image
or a video it prints the address. A long text comes in slices, and the last line is the command for the next one.`,
  examples: [
    ['npx --no svc artifact <id>', 'print one'],
    ['npx --no svc artifact <id> --grep timeout', 'only the lines with this text'],
  ],
  json: `The data of GET /api/artifacts/:id/text:
{ "id", "name", "contentType", "sizeBytes", "url", "kind", "file",
  "files", "note", "text", "offset", "nextOffset", … }`,
  environment: { SVC_PROJECT: undefined },
  seeAlso: ['failures', 'docs read'],
}

/** `svc artifact`: prints an artifact as text. */
export const artifactCommand = (call: Call): Command =>
  new Command('artifact')
    .description('print an artifact of a test as text')
    .argument('<artifact>', 'its id or address', nameFrom)
    .option('--file <path>', 'a file in the archive', nameFrom)
    .option('--grep <text>', 'only lines that contain this text', nameFrom)
    .option('--offset <characters>', 'characters to skip', numberFrom(0, 1_000_000_000))
    .option('--max-tokens <number>', '500 to 20000 (default: 4000)', numberFrom(500, 20_000))
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string, { url, ...options }: ArtifactOptions, command: Command) => {
      const [{ connect }, { UUID }, { artifactText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/uuid.ts'),
        import('../views/artifact.ts'),
      ])
      const id = /\/api\/artifacts\/([^/?#]+)/.exec(name)?.[1] ?? name
      if (!UUID.test(id))
        command.error(`error: ${name} is not the id or address of an artifact`, { exitCode: 2 })
      const connection = await connect(call, url === undefined ? {} : { url })
      const { data } = await connection.ask((client) => client.getArtifactText({ ...options, id }))
      printOwn(call, data, () => artifactText(data, { url, ...options }))
    })
