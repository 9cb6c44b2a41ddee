import { Command, InvalidArgumentError } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { oneLine } from '../terminal/width.ts'
import { withServerOptions } from './options.ts'

const MANUAL: Manual = {
  text: `Confirms that a test has a new name. The two become one test with one history, and comparisons pair the
names. compare finds candidates and prints this command with their ids. The page of the test in the dashboard undoes
it. SVC_API_KEY has to be a key with the role editor and the scope ingest.`,
  examples: [['npx --no svc rename <from> <to>', 'the first is the id of the earlier name']],
  json: 'The data of POST /api/renames:\n{ "renames": [{ "id", "project", "from", "to", … }] }',
  exitCodes: { 0: 'the two names are one test' },
  seeAlso: ['compare'],
}

/** `svc rename`: confirms that a test has a new name. */
export const renameCommand = (call: Call): Command =>
  withServerOptions(new Command('rename').description('merge the old and the new name of a test'))
    .argument('<from>', 'id of the test with the earlier name', testIdFrom)
    .argument('<to>', 'id of the test with the new name', testIdFrom)
    .addHelpText('after', manualText(MANUAL))
    .action(async (from: string, to: string, options: { project?: string; url?: string }) => {
      const { connect } = await import('../server/connect.ts')
      const connection = await connect(call, options)
      const { project } = connection
      const { data } = await connection.ask((client) => client.confirmRenames({ project, from, to }))
      const nameOf = ({ file, titles }: { file: string; titles: string[] }) =>
        oneLine(`${file} > ${titles.join(' > ')}`)
      print(call, data, () =>
        text(
          data.renames.flatMap((each) => [
            `one test: ${nameOf(each.to)}`,
            `renamed from: ${nameOf(each.from)}`,
          ]),
        ),
      )
    })

const testIdFrom = (value: string): string => {
  if (!/^[\da-f]{32}$/i.test(value)) throw new InvalidArgumentError("Give a test's id: 32 hex digits.")
  return value.toLowerCase()
}
