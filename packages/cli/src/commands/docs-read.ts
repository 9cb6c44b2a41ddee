import { Command } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
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

/** `svc docs read`: prints one document. */
export const docsReadCommand = (call: Call): Command =>
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

/** The most that the server takes, and more than any document has. */
const MOST_TOKENS = 1_000_000
