import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Settings')

const SWITCHES = ['SVC_ENABLED', 'SVC_LIVE', 'SVC_QUIET', 'SVC_RECORD', 'SVC_WATCH']
/** Everything that is not off counts as on, so that odd words do something too. */
const SWITCH = /^(?:1|true|on|yes|0|false|off|no)$/i

/** Shorter values are never masked. */
const LEAST_MASKED = 4

/** Values of settings that do something else than they seem to. */
export const checkValues = ({ env }: Subject): Finding[] => [
  ...SWITCHES.flatMap((name) => describeSwitch(name, env[name]?.trim() ?? '')),
  ...describeArtifacts(env.SVC_ARTIFACTS?.trim() ?? ''),
  ...names(env.SVC_REDACT).flatMap((name) => describeRedacted(name, env[name]?.trim() ?? '')),
]

const describeSwitch = (name: string, value: string): Finding[] =>
  value === '' || SWITCH.test(value)
    ? []
    : [
        say.warning(`${name} is "${value.slice(0, 40)}", which counts as true`, {
          reason: 'only 0, false, off and no count as false',
          fix: 'set it to true or false',
        }),
      ]

const describeArtifacts = (value: string): Finding[] =>
  value === '' || /^(?:failed|all|none)$/i.test(value)
    ? []
    : [
        say.warning(`SVC_ARTIFACTS is "${value.slice(0, 40)}", which does not count`, {
          reason: 'it takes failed, all or none; a server keeps them in SVC_ARTIFACTS_FOLDER',
          fix: 'set it to one of these',
        }),
      ]

const describeRedacted = (name: string, value: string): Finding[] => {
  if (value.length >= LEAST_MASKED) return []
  return [
    say.warning(`SVC_REDACT names ${name.slice(0, 60)}, which is ${value ? 'too short' : 'not set'}`, {
      reason: value
        ? `a value of fewer than ${LEAST_MASKED} characters is not masked`
        : 'then there is no value to mask; names are those of variables, in their case',
      fix: value
        ? 'make it longer, if it is a secret'
        : 'set the variable where tests run, or correct its name',
    }),
  ]
}

const names = (text = '') => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean)

/** Options in configs that no reporter reads, or not as they stand there. */
export const checkOptions = ({ setups }: Subject): Finding[] =>
  setups
    .flatMap((setup) => setup.configs)
    .flatMap(({ file, written }) => [
      ...written.strange.map(({ name, meant }) =>
        say.warning(
          `${file} gives the option ${name}${meant ? `, did you mean ${meant}?` : ', which is not known'}`,
          {
            reason: 'a name that nobody reads has no effect',
            fix: meant ? `rename it to ${meant}` : 'remove it',
          },
        ),
      ),
      ...written.wrong.map(({ name, value, kind }) =>
        say.warning(`${file} gives the option ${name} as ${value}`, {
          reason: 'it may be read as something else than it seems',
          fix: `give ${kind}`,
        }),
      ),
    ])
