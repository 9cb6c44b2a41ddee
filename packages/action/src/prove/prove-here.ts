import { join } from 'node:path'
import { nameOfReported, type Tally, tallyNameOf } from '@svc/client/action'
import {
  commandOf,
  type FailedTest,
  labelOf,
  prove,
  sendProofs,
  sentenceOf,
  type TriedRun,
  triedOf,
} from '@svc/prove'
import type { StepContext } from '../context.ts'
import type { Report } from '../svc/report.ts'
import { asCode } from '../words.ts'
import { endBySignals, envOfTests, NOTHING_TRIED, receiverOf, type TriedHere } from './trials.ts'

/**
 * Repeats the failed tests of this job in its workspace and on the base, says what that shows, in the log and as a part of
 * the summary, and sends the trials: the verdicts of the server may be others then.
 */
export const proveHere = async (
  { settings, event, env, log, config }: StepContext,
  reports: Report[],
  tally: Tally | undefined,
): Promise<TriedHere> => {
  const failures = failuresOf(reports, tally)
  if (failures.length === 0) return NOTHING_TRIED
  const nothing = (reason: string): TriedHere => {
    log.say(`nothing was repeated: ${reason}`)
    return NOTHING_TRIED
  }
  const base = reports.find((each) => each.base !== null && each.execution.counts.failed > 0)?.base
  if (!base) return nothing('the server named no base with a commit')
  const framework = reports.find(({ execution }) => execution.counts.failed > 0)?.execution.framework ?? ''
  const words = settings.rerunCommand === '' ? commandOf(framework) : settings.rerunCommand.split(/\s+/)
  if (!words)
    return nothing(`svc cannot start ${framework} by itself; the input rerun-command names a command`)
  const name = base.branch ?? base.sha.slice(0, 7)
  log.say(`repeating failed tests here and on ${name}, at most ${settings.proveMs / 60_000} min`)
  const proven = await prove({
    failures,
    words,
    folder: join(event.workspace, settings.proveFolder),
    root: event.workspace,
    base,
    seconds: settings.proveMs / 1_000,
    copies: [],
    env: envOfTests(env),
    ...(settings.proveSetup !== '' && { setup: settings.proveSetup }),
    onStop: endBySignals,
    ranWith: (test) => failures.find((failure) => failure === test)?.ran ?? [],
    tell: (test, side, outcome, after) => log.say(triedOf(test, side, outcome, { name, after })),
  })
  if ('reason' in proven) return nothing(proven.reason)
  const { proofs, isBaseOlder } = proven
  const said = proofs.map((proof) => ({
    label: labelOf(proof.test),
    sentence: sentenceOf(proof, name, isBaseOlder),
  }))
  for (const { label, sentence } of said) log.say(`${label}: ${sentence}`)
  const sent = await sendProofs(proven, runsOf(reports, failures, tally), base, receiverOf(event, config))
  log.say(sent.line)
  const lines = said.map(({ label, sentence }) => `- ${asCode(label)}: ${asCode(sentence)}`)
  return {
    parts: [{ full: `### Repeated here and on ${asCode(name)}\n\n${lines.join('\n')}`, short: '' }],
    hasSent: sent.hasSent,
  }
}

type Failure = FailedTest & Pick<Tally['failures'][number], 'leg' | 'ran'>

/** With several executions, a failure is of the one that lists it. Without journals, nobody knows which code ran here. */
const runsOf = (reports: Report[], failures: Failure[], tally: Tally | undefined): TriedRun[] =>
  reports.map(({ execution, failures: listed }) => {
    const names = new Set(listed.map(nameOfReported))
    return {
      execution: execution.id,
      tally: {
        failures: failures.filter((each) => reports.length === 1 || names.has(tallyNameOf(each))),
        ...(tally?.code && { code: tally.code }),
      },
    }
  })

const failuresOf = (reports: Report[], tally: Tally | undefined): Failure[] => {
  const own: Failure[] =
    tally?.failures ??
    reports.flatMap(({ failures }) =>
      failures.map(({ testFile, ...more }) => ({ ...more, file: testFile ?? '' })),
    )
  return own
    .filter(({ titles, file }) => titles.length > 0 && file !== '')
    .map(({ file, titles, variant, occurrence, leg, message, ran }) => ({
      file,
      titles,
      variant,
      ...(occurrence !== undefined && { occurrence }),
      leg,
      message,
      ...(ran && { ran }),
    }))
}
