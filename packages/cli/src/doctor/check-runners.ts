import { readdirSync } from 'node:fs'
import { type Finding, findingsOf } from './finding.ts'
import { addCommand, installCommand, isHidden } from './installed.ts'
import { textField } from './json.ts'
import { isInRange } from './range.ts'
import type { Setup } from './setup.ts'
import type { Subject } from './subject.ts'
import { placesOf, UPLOAD } from './words.ts'

const say = findingsOf('Runner')

/** Which runners are there, really installed, and of a version their reporter supports. */
export const checkRunners = ({ packages, setups, folder }: Subject): Finding[] => {
  const broken = packages.all.filter((each) => each.manifest === null)
  const findings = broken.map((each) =>
    say.problem(`${each.label ? `${each.label}/` : ''}package.json is not valid JSON`, {
      reason: 'without it nothing can be told about the runner',
      fix: 'correct it',
    }),
  )
  if (setups.length === 0 && broken.length === 0) findings.push(noRunner(packages.all[0]?.manifest, folder))
  if (packages.isBounded)
    findings.push(
      say.warning('the workspace is large: only its first folders were looked at', {
        reason: 'a runner further down was not seen',
        fix: 'run it again in the folder of the package in question',
      }),
    )
  return [...findings, ...grouped(setups).map(judge)]
}

/** What tells that a folder is built by something else than Node, whose tests send report files. */
const BUILT_OTHERWISE =
  /^(?:pom\.xml|build\.gradle(?:\.kts)?|build\.sbt|go\.mod|Cargo\.toml|pyproject\.toml|setup\.py|requirements\.txt|Gemfile|composer\.json|mix\.exs|Package\.swift|CMakeLists\.txt|.+\.(?:sln|slnx|csproj|fsproj))$/

const noRunner = (manifest: unknown, folder: string): Finding => {
  const file = manifest === undefined ? namesIn(folder).find((name) => BUILT_OTHERWISE.test(name)) : undefined
  return file === undefined
    ? missing(manifest, folder)
    : say.ok(`${file}: its tests send report files, as ${UPLOAD}`)
}

/** Of the files of a folder; none where it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

const missing = (manifest: unknown, folder: string): Finding =>
  say.warning(`no Playwright, Vitest or Jest in ${manifest === undefined ? folder : 'package.json'}`, {
    reason: 'only these report by themselves; of all other tools report files are sent',
    fix: `send report files, or run this in the ${manifest === undefined ? 'folder of your package.json' : 'package that holds the tests'}`,
    paste: [UPLOAD],
  })

/** Packages that have the same runner in the same version share a line. */
const grouped = (setups: Setup[]): [Setup, ...Setup[]][] => {
  const groups = new Map<string, [Setup, ...Setup[]]>()
  for (const setup of setups) {
    const { runner, installed, declared } = setup
    const key = [runner.name, installed?.version, installed?.version ? '' : declared].join(' ')
    const group = groups.get(key)
    if (group) group.push(setup)
    else groups.set(key, [setup])
  }
  return [...groups.values()]
}

const judge = (group: [Setup, ...Setup[]]): Finding => {
  const [{ runner, installed, reporter, package: at, declared }] = group
  const where = placesOf(group.map((setup) => setup.package))
  if (!installed) {
    if (isHidden(at.folder))
      return say.warning(`${runner.name}${where}: neither it nor its reporter can be seen`, {
        reason: "Yarn's Plug'n'Play hides packages from other programs",
        fix: 'add the command, and start it through Yarn',
        paste: ['yarn add -D @svc/cli', 'yarn svc doctor'],
      })
    return say.problem(`${runner.name}${where} is not installed`, {
      reason:
        declared === undefined
          ? 'its config is here, the package is not'
          : `package.json asks for ${declared}`,
      fix: 'install it',
      paste: [declared === undefined ? addCommand(at.folder, runner.package) : installCommand(at.folder)],
    })
  }
  const found = `${runner.name} ${installed.version}${where}`
  const range = textField(reporter.installed?.peers, runner.package) ?? runner.range
  if (isInRange(installed.version, range) === false)
    return say.problem(`${found} is not supported`, {
      reason: `${runner.reporter} supports ${range}`,
      fix: 'update it',
      paste: [addCommand(at.folder, `${runner.package}@latest`)],
    })
  if (declared !== undefined && isInRange(installed.version, declared) === false)
    return say.warning(`${found} is installed, package.json asks for ${declared}`, {
      reason: 'the last install is older than package.json',
      fix: 'install again',
      paste: [installCommand(at.folder)],
    })
  return say.ok(`${found} (supported: ${range})`)
}
