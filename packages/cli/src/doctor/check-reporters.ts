import { archiveAddress } from '@svc/protocol'
import { groupBy } from '../project/group-by.ts'
import { addCommand, installCommand, isHidden } from '../project/installed.ts'
import { isWanted, type Setup } from '../project/setup.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { placesOf, UPLOAD } from './words.ts'

const say = findingsOf('Reporter')

/** Checks that each runner's reporter is installed, in the same version as this command. */
export const checkReporters = ({ setups, version, env, preview: { config } }: Subject): Finding[] => {
  const seen = setups.filter(({ reporter, package: pkg }) => reporter.installed || !isHidden(pkg.folder))
  // Packages that have, or lack, the reporter in the same way share a line.
  const groups = groupBy(seen, (setup) =>
    [setup.runner.reporter, setup.reporter.installed?.folder ?? isWanted(setup)].join(' '),
  )
  return groups.map((group) => {
    const [setup] = group
    const { runner, reporter, package: pkg } = setup
    const where = placesOf(group.map((each) => each.package))
    if (!reporter.installed) return describeMissing(setup, where, config.url, env)
    const found = `${runner.reporter} ${reporter.installed.version}${where}`
    if (reporter.installed.version === version) return say.ok(found)
    return say.warning(`${found} with this command ${version}`, {
      reason: 'only packages of the same version are tested together',
      fix: 'install both from your server:',
      paste: [
        addCommand(pkg.folder, env, archiveAddress(config.url, runner.id), archiveAddress(config.url, 'cli')),
      ],
    })
  })
}

const describeMissing = (setup: Setup, where: string, url: string, env: Subject['env']): Finding => {
  const { runner, reporter, package: pkg } = setup
  if (reporter.declared !== undefined)
    return say.problem(`${runner.reporter}${where} is in package.json, but not installed`, {
      reason: 'package.json changed after the last install',
      fix: 'install it',
      paste: [installCommand(pkg.folder, env)],
    })
  const absence = `${runner.reporter} is not installed${where}`
  const paste = [addCommand(pkg.folder, env, archiveAddress(url, runner.id))]
  if (isWanted(setup))
    return say.problem(absence, {
      reason: `the config names it, so ${runner.name} fails because it cannot load it`,
      fix: 'install it',
      paste,
    })
  return say.warning(absence, {
    reason: `without it, ${runner.name} does not report its results`,
    fix: 'install it, or send report files:',
    paste: [...paste, UPLOAD],
  })
}
