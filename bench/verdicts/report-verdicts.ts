import { heading, say, table, type Verdict } from '../report.ts'
import { goal, limit, share } from './goal.ts'
import type { Invented, Kind, Observation } from './judge-heads.ts'
import { type Cause, TWISTS } from './world.ts'

const CAUSES: Cause[] = ['regression', 'base', 'flake', 'outage']
export const CAUSE_WORDS: Record<Cause, string> = {
  regression: 'this change',
  base: 'broken base',
  flake: 'flake',
  outage: 'outage',
}
const KINDS: Kind[] = ['mine', 'base-is-broken', 'known-flake', 'infrastructure', 'unknown', 'none']
const RIGHT: Record<Cause, Kind> = {
  regression: 'mine',
  base: 'base-is-broken',
  flake: 'known-flake',
  outage: 'infrastructure',
}
const GOALS = { excused: 0.005, mine: 0.98, recall: 0.7, base: 0.97, infrastructure: 0.9 }
const ENOUGH_RUNS = 20

const hasHistory = ({ baseRuns, isNew }: Observation) => baseRuns >= ENOUGH_RUNS || isNew
const judgedOf = (all: Observation[]) => all.filter((each) => each.twist === null && hasHistory(each))

type Weigh = (one: Observation) => number
type Tally = Record<Cause, Record<Kind, number>>

/** How verdicts fared, by failures and by incidents; the goals are of the ordinary worlds with enough base runs. */
export function reportVerdicts(all: Observation[]): Verdict[] {
  const weigh = incidentWeights(all)
  const one: Weigh = () => 1
  const incidents = Math.round(all.reduce((sum, each) => sum + weigh(each), 0))
  const projects = new Set(all.map(({ seed }) => seed)).size
  heading(`Verdicts: ${projects} projects, ${all.length} failures of pull requests, ${incidents} incidents`)
  const judged = judgedOf(all)
  const svc = (each: Observation) => each.said
  confusion('Failures, all projects', all, svc, one)
  confusion('Incidents, all projects', all, svc, weigh)
  const tally = confusion(
    `Incidents, ordinary projects, at least ${ENOUGH_RUNS} base runs`,
    judged,
    svc,
    weigh,
  )
  confusion('the same by raw status difference', judged, (each) => each.raw, weigh)
  confusion('the same, flaky if ≥ 5 % of the last 100 runs failed', judged, (each) => each.fixed, weigh)
  confusion('failures of the same', judged, svc, one)
  for (const retries of [0, 1, 2])
    confusion(
      `incidents of the same, ${retries === 0 ? 'no retries' : `${retries} retries`}`,
      judged.filter((each) => each.retries === retries),
      svc,
      weigh,
    )
  for (const cause of ['regression', 'base', 'outage'] as const)
    byKind(
      `${CAUSE_WORDS[cause]}, by what it was`,
      judged.filter((each) => each.cause === cause),
      weigh,
    )
  byPush(judged, weigh)
  byRule(judged, weigh)
  heading('Worlds in which an assumption of the rules is false, incidents with at least 20 base runs')
  for (const twist of TWISTS)
    confusion(
      twist,
      all.filter((each) => each.twist === twist && hasHistory(each)),
      svc,
      weigh,
    )
  confusion(
    'an outage struck what the change broke as well; calling that infrastructure hides the break',
    all.filter((each) => each.isOwnToo && each.cause === 'outage'),
    svc,
    weigh,
  )
  return goals(faredBy(tally))
}

/** What verdicts got right of all that they got to judge, by incidents: hits and their number. */
export interface Fared {
  excused: [hits: number, of: number]
  minePrecision: [number, number]
  mineRecall: [number, number]
  basePrecision: [number, number]
  baseRecall: [number, number]
  flakePrecision: [number, number]
  flakeRecall: [number, number]
  infrastructurePrecision: [number, number]
}

/** How verdicts fared in the ordinary worlds with enough base runs. */
export const faredIn = (all: Observation[]): Fared =>
  faredBy(tallyOf(judgedOf(all), (each) => each.said, incidentWeights(all)))

function faredBy(tally: Tally): Fared {
  const own = tally.regression
  const excused = own['base-is-broken'] + own['known-flake'] + own.infrastructure
  const said = (kind: Kind) => CAUSES.reduce((sum, cause) => sum + tally[cause][kind], 0)
  const of = (cause: Cause) => KINDS.reduce((sum, kind) => sum + tally[cause][kind], 0)
  const broken = tally.base['base-is-broken']
  return {
    excused: [excused, of('regression')],
    minePrecision: [own.mine, said('mine')],
    mineRecall: [own.mine, of('regression')],
    basePrecision: [broken, said('base-is-broken')],
    baseRecall: [broken, of('base')],
    flakePrecision: [tally.flake['known-flake'], said('known-flake')],
    flakeRecall: [tally.flake['known-flake'], of('flake')],
    infrastructurePrecision: [tally.outage.infrastructure, said('infrastructure')],
  }
}

function goals(fared: Fared): Verdict[] {
  const at = `of incidents with ≥ ${ENOUGH_RUNS} base runs`
  return [
    limit(`Regressions excused, ${at}`, GOALS.excused, ...fared.excused),
    goal(`Verdict "mine", precision ${at}`, GOALS.mine, ...fared.minePrecision),
    goal(`Verdict "mine", recall ${at}`, GOALS.recall, ...fared.mineRecall),
    goal(`"Base is broken", precision ${at}`, GOALS.base, ...fared.basePrecision),
    goal(`"Base is broken", recall ${at}`, GOALS.base, ...fared.baseRecall),
    goal(`"Infrastructure", precision ${at}`, GOALS.infrastructure, ...fared.infrastructurePrecision),
  ]
}

/** Of one cause in one run: 60 failures of it are one incident, and each weighs a sixtieth. */
function incidentWeights(all: Observation[]): Weigh {
  const sizes = new Map<string, number>()
  const nameOf = ({ incident, cause }: Observation) => `${incident} ${cause}`
  for (const each of all) sizes.set(nameOf(each), (sizes.get(nameOf(each)) ?? 0) + 1)
  return (each) => 1 / (sizes.get(nameOf(each)) as number)
}

const number = (n: number) => (Number.isInteger(n) ? String(n) : n.toFixed(1))

function tallyOf(of: Observation[], said: (one: Observation) => Kind, weigh: Weigh): Tally {
  return Object.fromEntries(
    CAUSES.map((cause) => [
      cause,
      Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          sum(
            of.filter((one) => one.cause === cause && said(one) === kind),
            weigh,
          ),
        ]),
      ),
    ]),
  ) as Tally
}

function confusion(name: string, of: Observation[], said: (one: Observation) => Kind, weigh: Weigh): Tally {
  const tally = tallyOf(of, said, weigh)
  say(`\n${name}:\n`)
  table(
    ['truth', ...KINDS, 'precision', 'recall'],
    CAUSES.map((cause) => {
      const right = tally[cause][RIGHT[cause]]
      const told = CAUSES.reduce((all, each) => all + tally[each][RIGHT[cause]], 0)
      return [
        CAUSE_WORDS[cause],
        ...KINDS.map((kind) => number(tally[cause][kind])),
        share(right, told),
        share(
          right,
          KINDS.reduce((all, kind) => all + tally[cause][kind], 0),
        ),
      ]
    }),
  )
  return tally
}

// A sum of thirds is hardly ever whole.
const sum = (of: Observation[], weigh: Weigh) =>
  Math.round(1e6 * of.reduce((all, one) => all + weigh(one), 0)) / 1e6

function byKind(name: string, of: Observation[], weigh: Weigh): void {
  say(`\n${name}:\n`)
  const kinds = [...Map.groupBy(of, (one) => one.kind)].sort(([a], [b]) => (a < b ? -1 : 1))
  table(
    ['', ...KINDS],
    kinds.map(([kind, those]) => [
      kind,
      ...KINDS.map((said) =>
        number(
          sum(
            those.filter((one) => one.said === said),
            weigh,
          ),
        ),
      ),
    ]),
  )
}

function byPush(judged: Observation[], weigh: Weigh): void {
  say('\nthis change, by which push of its branch it is:\n')
  const own = judged.filter((one) => one.cause === 'regression')
  table(
    ['push', ...KINDS],
    [0, 1, 2].map((push) => [
      String(push + 1),
      ...KINDS.map((kind) =>
        number(
          sum(
            own.filter((one) => one.push === push && one.said === kind),
            weigh,
          ),
        ),
      ),
    ]),
  )
}

/** What each rule said, and of which causes: what it cannot tell apart, no answer of it could. */
function byRule(judged: Observation[], weigh: Weigh): void {
  say('\nAnswers by rule and truth:\n')
  table(
    ['said', 'rule', ...CAUSES.map((cause) => CAUSE_WORDS[cause])],
    [...Map.groupBy(judged, ({ said, rule }) => `${said}\0${rule}`)]
      .map(([name, of]) => ({ name, of, weight: sum(of, weigh) }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ name, of }) => [
        ...name.split('\0'),
        ...CAUSES.map((cause) =>
          number(
            sum(
              of.filter((one) => one.cause === cause),
              weigh,
            ),
          ),
        ),
      ]),
  )
}

/**
 * Each incident in which a verdict was wrong or gave no answer, with the reason that it gave for one of its failures; and
 * tests that were said to be new or removed and are not.
 */
export function explainMisses(all: Observation[], invented: Invented[]): void {
  const weigh = incidentWeights(all)
  const judged = judgedOf(all)
  byRule(judged, weigh)
  say('\nMisses:\n')
  const missed = judged.filter(({ cause, said }) => said !== RIGHT[cause])
  for (const of of Map.groupBy(missed, ({ incident, cause, said, rule }) =>
    [incident, cause, said, rule].join('\0'),
  ).values()) {
    const { seed, cause, kind, said, rule, push, retries, incident, title, flake, because } =
      of[0] as Observation
    say(
      `${cause}|${kind}|${said}|${rule}|${number(sum(of, weigh))}|seed ${seed} push ${push} retries ${retries} flake ${flake?.rate ?? '-'}|${incident}|${title}|${because}`,
    )
  }
  for (const { seed, head, news, removed } of invented)
    for (const [what, keys] of Object.entries({ news, removed }))
      if (keys.length > 0) say(`${what}|seed ${seed} ${head}|${keys.join(', ').replaceAll('\0', ' ')}`)
}
