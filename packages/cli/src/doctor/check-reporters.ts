import { type Finding, findingsOf } from './finding.ts'
import { addCommand, findInstalled, type Installed, installCommand, isHidden } from './installed.ts'
import { isWanted } from './judge-setup.ts'
import type { Setup } from './setup.ts'
import type { Subject } from './subject.ts'
import { placesOf, UPLOAD } from './words.ts'

const say = findingsOf('Reporter')

/** Whether each runner's reporter is installed, and of one version with all that is ours. */
export const checkReporters = ({ setups, version }: Subject): Finding[] => {
  const installed = setups.filter(hasReporter)
  const missing = setups.filter((setup) => !hasReporter(setup) && !isHidden(setup.package.folder))
  const reporters = new Map<string, (Setup & WithReporter)[]>()
  for (const setup of installed) {
    const key = `${setup.runner.reporter} ${setup.reporter.installed.folder}`
    reporters.set(key, [...(reporters.get(key) ?? []), setup])
  }
  return [
    ...[...reporters.values()].flatMap((group) => judgeVersions(group, version)),
    ...byReporter(missing).map((group) => judgeMissing(group)),
  ]
}

interface WithReporter {
  reporter: { installed: Installed }
}

const hasReporter = (setup: Setup): setup is Setup & WithReporter => setup.reporter.installed !== undefined

const byReporter = (setups: Setup[]): Setup[][] => {
  const groups = new Map<string, Setup[]>()
  for (const setup of setups) {
    const key = `${setup.runner.reporter} ${isWanted(setup)}`
    groups.set(key, [...(groups.get(key) ?? []), setup])
  }
  return [...groups.values()]
}

const judgeVersions = (group: (Setup & WithReporter)[], version: string): Finding[] => {
  const [setup] = group
  if (!setup) return []
  const { runner, reporter, package: at } = setup
  const own = reporter.installed.version
  const found = `${runner.reporter} ${own}${placesOf(group.map((each) => each.package))}`
  const client = findInstalled(reporter.installed.folder, '@svc/client')?.version
  if (client === undefined)
    return [
      say.problem(`${found} has no @svc/client beside it`, {
        reason: 'the reporter cannot start without it',
        fix: 'install again',
        paste: [installCommand(at.folder)],
      }),
    ]
  if (client !== own)
    return [
      say.warning(`${found} works with @svc/client ${client}`, {
        reason: 'versions of one release belong together; others were never tried',
        fix: 'install them anew',
        paste: [addCommand(at.folder, `${runner.reporter}@latest`)],
      }),
    ]
  if (own !== version)
    return [
      say.warning(`${found}, this command is ${version}`, {
        reason: 'they read and write the same journals; of one release they are sure to agree',
        fix: 'bring both to one version',
        paste: [addCommand(at.folder, `${runner.reporter}@latest`), 'npx @svc/cli@latest doctor'],
      }),
    ]
  return [say.ok(found)]
}

const judgeMissing = (group: Setup[]): Finding => {
  const [setup] = group
  if (!setup) return say.ok('nothing is missing')
  const { runner, reporter, package: at } = setup
  const where = placesOf(group.map((each) => each.package))
  if (reporter.declared !== undefined)
    return say.problem(`${runner.reporter}${where} is in package.json, but not installed`, {
      reason: 'package.json is newer than the last install',
      fix: 'install it',
      paste: [installCommand(at.folder)],
    })
  const found = `${runner.reporter} is not installed${where}`
  const paste = [addCommand(at.folder, runner.reporter)]
  if (isWanted(setup))
    return say.problem(found, {
      reason: `the config names it, so ${runner.name} stops when it cannot load it`,
      fix: `install it${where}`,
      paste,
    })
  return say.warning(found, {
    reason: `without it ${runner.name} tells nobody its results`,
    fix: `install it${where}, or send report files:`,
    paste: [...paste, UPLOAD],
  })
}
