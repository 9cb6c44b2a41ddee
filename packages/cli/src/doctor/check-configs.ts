import { type Finding, findingsOf } from './finding.ts'
import { conditionalConfig, isNamed, isNamedInFiles, isSetUp, isUsed, isWanted } from './judge-setup.ts'
import { RUNNERS } from './runners.ts'
import type { Config, Setup } from './setup.ts'
import type { Subject } from './subject.ts'
import { duration, list, placesOf, shortList } from './words.ts'

const say = findingsOf('Config')

/** Lines of their own; what is beyond shares one. */
const MOST_LINES = 8

/** Whether each runner's config names the reporter, without running the config. */
export const checkConfigs = ({ setups }: Subject): Finding[] => {
  const bad = setups.filter((setup) => !isNamed(setup))
  const rest = bad.slice(MOST_LINES).map((setup) => setup.package)
  return [
    ...RUNNERS.flatMap((runner) => describeNamed(setups.filter((setup) => setup.runner === runner))),
    ...setups.flatMap(describeByHand),
    ...setups.flatMap(describeConfigs),
    ...bad.slice(0, MOST_LINES).map((setup) => describeMissing(setup, setups)),
    ...(rest.length === 0 ? [] : [describeRest(rest)]),
    ...setups.flatMap(describeCondition),
    ...setups.flatMap(describeFlags),
  ]
}

/** What is well in the packages of one runner, a line for each way it came about. */
const describeNamed = (setups: Setup[]): Finding[] => {
  const [setup] = setups
  if (!setup) return []
  const { reporter } = setup.runner
  const files = setups.flatMap(namedFiles)
  const byScript = setups.filter((each) => namedFiles(each).length === 0 && hasOurFlag(each))
  const covered = setups.filter(
    (each) => namedFiles(each).length === 0 && !hasOurFlag(each) && each.isCovered,
  )
  const places = (some: Setup[]) => shortList(some.map((each) => each.package.label || 'this folder'))
  return [
    ...(files.length > 0
      ? [say.ok(`${shortList(files)} ${files.length === 1 ? 'names' : 'name'} ${reporter}`)]
      : []),
    ...(byScript.length > 0 ? [say.ok(`a script names ${reporter} in ${places(byScript)}`)] : []),
    ...(covered.length > 0
      ? [say.ok(`the config at the top of the workspace reports ${places(covered)}`)]
      : []),
  ]
}

/** Nothing names the reporter, and a run was sent: it was named where that run was started. */
const describeByHand = (setup: Setup): Finding[] => {
  const { runner, sentAt, package: at, configs } = setup
  if (sentAt === undefined || isNamedInFiles(setup)) return []
  const [config] = configs
  const what = config ? `${config.file} does not name ${runner.reporter}` : `no config of ${runner.name}`
  return [
    say.ok(
      `${what}${config ? '' : placesOf([at])}; a run that named it on the command line was sent ${duration(Date.now() - sentAt)} ago`,
    ),
  ]
}

const namedFiles = ({ configs }: Setup) => configs.filter(isUsed).map((config) => config.file)
const hasOurFlag = ({ overriding }: Setup) => overriding.some((each) => each.isOurs)

/** What is odd in single configs of a package that reports all the same. */
const describeConfigs = (setup: Setup): Finding[] =>
  setup.configs.flatMap((config) => {
    if (config.written.options.enabled === false) return [describeDisabled(config)]
    if (config.reporter === 'unsure') return [describeUnsure(config, setup)]
    return !isUsed(config) && namedFiles(setup).length > 0 ? [describeOther(config, setup)] : []
  })

const describeCondition = (setup: Setup): Finding[] => {
  const config = conditionalConfig(setup)
  if (!config) return []
  return [
    say.warning(`${config.file} names ${setup.runner.reporter} under a condition`, {
      reason: 'runs that do not meet it, perhaps those outside CI, are not reported',
      fix: 'nothing if that is meant; otherwise name it in both branches',
    }),
  ]
}

const describeRest = (packages: { label: string }[]): Finding =>
  say.warning(`the same in ${packages.length} more: ${shortList(packages.map(({ label }) => label))}`, {
    reason: 'their runs are not reported',
    fix: 'add the same line to each',
  })

const describeUnsure = ({ file }: Config, { runner }: Setup): Finding =>
  say.warning(`${file} does not name ${runner.reporter} itself`, {
    reason: 'it takes a part from another package, which was not looked into',
    fix: `see that this part names '${runner.reporter}'`,
  })

const describeOther = ({ file }: Config, { runner }: Setup): Finding =>
  say.warning(`${file} does not name ${runner.reporter}`, {
    reason: 'runs started with this config are not reported',
    fix: 'add to it:',
    paste: [runner.line],
  })

const describeDisabled = ({ file }: Config): Finding =>
  say.problem(`${file} says enabled: false`, {
    reason: 'then nothing is recorded',
    fix: 'remove it, or set SVC_ENABLED=false where nothing shall be recorded',
  })

/** A reporter given on the command line takes the place of all those in the config. */
const describeFlags = ({ runner, overriding, isReplaced, package: at }: Setup): Finding[] => {
  const others = overriding.filter((each) => !each.isOurs).map((each) => `"${each.script}"`)
  if (others.length === 0) return []
  const flag = `--${runner.name === 'Vitest' ? 'reporter' : runner.option}`
  const which = others.length === 1 ? `script ${others[0]} gives` : `scripts ${list(others)} give`
  return [
    say.warning(`${which} ${flag}${placesOf([at])}`, {
      reason: isReplaced
        ? 'no script of this package reports: reporters on the command line take the place of those in the config'
        : 'reporters on the command line take the place of those in the config',
      fix: `add ours there${runner.name === 'Playwright' ? ', separated by a comma' : ''}:`,
      paste: [
        runner.name === 'Playwright' ? `--reporter=list,${runner.reporter}` : `${flag}=${runner.reporter}`,
      ],
    }),
  ]
}

const describeMissing = (setup: Setup, all: Setup[]): Finding => {
  const { runner, configs, package: at } = setup
  // Who installed no reporter and names none may mean to send report files.
  const tell = say[isWanted(setup) || isIgnoring(setup, all) ? 'problem' : 'warning']
  const reason =
    setup.hasProjects && at.label === ''
      ? `${runner.name} takes reporters from the config it is started with, never from its projects`
      : `${runner.name} calls only the reporters its config names`
  const [config] = configs
  if (!config)
    return tell(`no config of ${runner.name}${placesOf([at])}`, {
      reason,
      fix: `write ${at.label ? `${at.label}/` : ''}${runner.example.file}:`,
      paste: runner.example.lines,
    })
  const { file, hasOption } = config
  const isComment = config.reporter === 'comment'
  const found = config.isInProjects
    ? `${file} names ${runner.reporter} inside its projects only`
    : config.otherName !== undefined
      ? `${file} names ${config.otherName}, not ${runner.reporter}`
      : isComment
        ? `${file} names ${runner.reporter} in a comment only`
        : `${file} does not name ${runner.reporter}`
  const line = file.endsWith('.json') ? `"reporters": ["default", "${runner.reporter}"]` : runner.line
  const place = file.endsWith('package.json') ? `"jest" in ${file}` : file
  return tell(found, {
    reason,
    fix: hasOption
      ? `add '${runner.reporter}' to the ${runner.option} in ${place}, as in:`
      : `add to ${place}:`,
    paste: [line],
  })
}

/** A run of all projects, of which some name the reporter in vain. */
const isIgnoring = ({ runner, hasProjects, package: at }: Setup, all: Setup[]): boolean =>
  hasProjects && at.label === '' && all.some((each) => each.runner === runner && isSetUp(each))
