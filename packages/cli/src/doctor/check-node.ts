import { type Finding, findingsOf } from './finding.ts'
import { isInRange } from './range.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Node')

/** What the reporters run on; the same as `engines` of their packages. */
const SUPPORTED = '>=20.19'

/** Whether reporters and runners run on this Node. */
export const checkNode = ({ setups }: Subject, version: string = process.versions.node): Finding[] => {
  if (isInRange(version, SUPPORTED) === false)
    return [
      say.problem(`${version} is too old`, {
        reason: `the reporters support ${SUPPORTED}`,
        fix: 'install a newer Node, and use it in CI too',
      }),
    ]
  const unfit = setups.find(({ installed }) => isInRange(version, installed?.engines ?? '*') === false)
  if (!unfit) return [say.ok(`${version} on ${process.platform}-${process.arch}`)]
  return [
    say.warning(`${version} is not what ${unfit.runner.name} ${unfit.installed?.version} supports`, {
      reason: `it asks for ${unfit.installed?.engines}`,
      fix: `install one of these versions of Node, or an older ${unfit.runner.name}`,
    }),
  ]
}
