import { type Finding, findingsOf } from './finding.ts'
import { addCommand, findInstalled, type Installed, installCommand, isHidden } from './installed.ts'
import { isWanted, type Setup } from './setup.ts'
import type { Subject } from './subject.ts'
import { groupBy, placesOf, UPLOAD } from './words.ts'

const say = findingsOf('Reporter')

/** Whether each runner's reporter is installed, and of the same version as its client and this command. */
export const checkReporters = ({ setups, version }: Subject): Finding[] => {
  const seen = setups.filter(({ reporter, package: pkg }) => reporter.installed || !isHidden(pkg.folder))
  // Packages with the same reporter, or lacking it in the same way, share a line.
  const groups = groupBy(seen, (setup) =>
    [setup.runner.reporter, setup.reporter.installed?.folder ?? isWanted(setup)].join(' '),
  )
  return groups.map((group) => {
    const [{ reporter }] = group
    const where = placesOf(group.map((setup) => setup.package))
    return reporter.installed
      ? judgeVersion(group[0], reporter.installed, where, version)
      : describeMissing(group[0], where)
  })
}

const judgeVersion = (
  { runner, package: pkg }: Setup,
  { version, folder }: Installed,
  where: string,
  own: string,
): Finding => {
  const reporterVersion = `${runner.reporter} ${version}${where}`
  const client = findInstalled(folder, '@svc/client')?.version
  if (client === undefined)
    return say.problem(`${reporterVersion} has no @svc/client next to it`, {
      reason: 'the reporter cannot start without @svc/client',
      fix: 'reinstall the packages',
      paste: [installCommand(pkg.folder)],
    })
  if (client !== version || version !== own)
    return say.warning(`${reporterVersion} with @svc/client ${client} and this command ${own}`, {
      reason: 'only packages of the same version are tested together',
      fix: 'use the same version of all packages',
      paste: [addCommand(pkg.folder, `${runner.reporter}@latest`), 'npx @svc/cli@latest doctor'],
    })
  return say.ok(reporterVersion)
}

const describeMissing = (setup: Setup, where: string): Finding => {
  const { runner, reporter, package: pkg } = setup
  if (reporter.declared !== undefined)
    return say.problem(`${runner.reporter}${where} is in package.json, but not installed`, {
      reason: 'package.json changed after the last install',
      fix: 'install it',
      paste: [installCommand(pkg.folder)],
    })
  const absence = `${runner.reporter} is not installed${where}`
  const paste = [addCommand(pkg.folder, runner.reporter)]
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
