import { archiveAddress } from '@svc/protocol'
import { groupBy } from '../project/group-by.ts'
import { addCommand, installCommand, isHidden } from '../project/installed.ts'
import { textField } from '../project/json.ts'
import type { Setup } from '../project/setup.ts'
import { unsupportedNode } from '../project/unsupported-node.ts'
import { isInRange } from '../project/versions.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { placesOf, UPLOAD } from './words.ts'

const say = findingsOf('Runner')

/** Which runners are installed, and whether their versions are supported. */
export const checkRunners = ({ packages, setups, node, env, preview: { config } }: Subject): Finding[] => {
  const broken = packages.all.filter((each) => each.manifest === null)
  const findings = broken.map((each) =>
    say.problem(`${each.label ? `${each.label}/` : ''}package.json is not valid JSON`, {
      reason: 'doctor finds the runner in this file',
      fix: 'correct the file',
    }),
  )
  if (setups.length === 0 && broken.length === 0)
    findings.push(noRunner(packages.all[0].manifest !== undefined))
  // Packages with the same runner in the same version share a line.
  const groups = groupBy(setups, ({ runner, installed, declared }) =>
    [runner.name, installed?.version ?? `not installed ${declared}`].join(' '),
  )
  return [
    ...findings,
    ...groups.flatMap((group) => [judge(group, config.url, env), ...judgeNode(group[0], node)]),
  ]
}

const noRunner = (hasManifest: boolean): Finding =>
  say.warning(`no Playwright, Vitest or Jest in ${hasManifest ? 'package.json' : 'this folder'}`, {
    reason: 'only these runners have reporters; svc upload sends the report files of other tools',
    fix: `send report files, or run doctor in the ${hasManifest ? 'package that contains the tests' : 'folder of your package.json'}`,
    paste: [UPLOAD],
  })

const judge = (group: [Setup, ...Setup[]], url: string, env: Subject['env']): Finding => {
  const [{ runner, installed, reporter, package: pkg, declared }] = group
  const where = placesOf(group.map((setup) => setup.package))
  if (!installed && isHidden(pkg.folder))
    return say.warning(`${runner.name}${where}: doctor can see neither the runner nor its reporter`, {
      reason: "Yarn's Plug'n'Play hides packages from other programs",
      fix: 'install the command, and run it with Yarn',
      paste: [`yarn add -D ${archiveAddress(url, 'cli')}`, 'yarn svc doctor'],
    })
  if (!installed)
    return say.problem(`${runner.name}${where} is not installed`, {
      reason: declared === undefined ? 'only its config exists' : `package.json requires ${declared}`,
      fix: 'install it',
      paste: [
        declared === undefined
          ? addCommand(pkg.folder, env, runner.package)
          : installCommand(pkg.folder, env),
      ],
    })
  const runnerVersion = `${runner.name} ${installed.version}${where}`
  const range = textField(reporter.installed?.manifest, 'peerDependencies', runner.package) ?? runner.range
  if (isInRange(installed.version, range) === false)
    return say.problem(`${runnerVersion} is not supported`, {
      reason: `${runner.reporter} supports ${range}`,
      fix: 'update it',
      paste: [addCommand(pkg.folder, env, `${runner.package}@latest`)],
    })
  return say.ok(`${runnerVersion} (supported: ${range})`)
}

const judgeNode = (setup: Setup, node: string): Finding[] => {
  const trouble = unsupportedNode(setup, node)
  if (!trouble) return []
  const { found, ...advice } = trouble
  return [say.warning(found, { ...advice, paste: ['npx --no svc doctor'] })]
}
