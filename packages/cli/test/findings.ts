import { checkConfigs } from '../src/doctor/check-configs.ts'
import { checkReporters } from '../src/doctor/check-reporters.ts'
import { checkRunners } from '../src/doctor/check-runners.ts'
import { findingsIn } from '../src/doctor/finding.ts'
import { subjectOf, VERSION } from './set-up.ts'

/** What the checks of runners, reporters and configs find, without what is well. */
export const trouble = async (
  folder: string,
  more: { version?: string; node?: string; env?: Record<string, string> } = {},
) => {
  const subject = await subjectOf(folder, more)
  const all = findingsIn([checkRunners(subject), checkReporters(subject), checkConfigs(subject)])
  return all.filter(({ state }) => state !== 'ok')
}
/** A package as an install leaves it. */
export const manifest = (name: string, version: string, more: object = {}) => ({
  [`node_modules/${name}/package.json`]: { name, version, ...more },
})
/** One of our reporters. */
export const ours = (name: string, version = VERSION) => manifest(`@svc/${name}`, version)
