import { isOlder } from '../project/versions.ts'
import { type Finding, findingsOf } from './finding.ts'

/** The `engines` of the reporters. */
const OLDEST = '20.19.0'

/** Checks that this Node can run the reporters. */
export const checkNode = (version: string): Finding => {
  const say = findingsOf('Node')
  if (!isOlder(version, OLDEST)) return say.ok(`${version} on ${process.platform}-${process.arch}`)
  return say.problem(`${version} is too old`, {
    reason: `the reporters need ${OLDEST} or newer`,
    fix: 'install a newer version of Node, also in CI',
  })
}
