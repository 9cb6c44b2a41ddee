import { type Command, InvalidArgumentError, Option } from 'commander'
import { nameFrom } from './options.ts'

export const withReportOptions = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: SVC_PROJECT, else the name of the repository)', nameFrom)
    .option('--suite <name>', 'what was run, as unit or e2e (default: SVC_SUITE, else default)', nameFrom)
    .option(
      '--leg <name>',
      'what a CI matrix varies, as windows-java21 (default: SVC_LEG, else this machine)',
      nameFrom,
    )
    .option('--variant <name>', 'label of tests whose report gives them none', nameFrom)
    .option('--tag <label>', 'label of the execution; may be given several times', collectName)
    .option('--format <name>', 'format of the files (default: told from what is in them)')
    .option('--root <folder>', 'the folder that paths in the reports are relative to')
    .option(
      '--map <pattern=file>',
      'makes files of class or suite names, see below; may be given several times',
      collect,
    )
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--dry-run', 'read, tell what is there, and send nothing')
    .option('--json', 'print one JSON document instead of lines')
    .addOption(new Option('--timeout <seconds>', 'how long to try to send').argParser(toSeconds).default(300))

export const MAP_TEXT = `A test is known by its file, its titles and its variant. Where a report has no file, as of
Java, Python's unittest, Go or .NET, --map makes one of the class, package or suite, so that the history goes on
when a reporter takes over or a class moves. It takes a regular expression and what takes its
place, and may be given several times; the first that fits counts.`

/** Below the examples. */
export const MAPS = `Maps:
  --map '^com\\.acme\\.(\\w+)\\.(\\w+)$=src/test/java/com/acme/$1/$2.java'
      Java, packages one below com.acme
  --map '^tests\\.(\\w+)\\.\\w+$=tests/$1.py'
      Python's unittest: the module of a class
  --map '^github\\.com/acme/shop/(.+)$=$1'
      Go: the folder of the package`

const collectName = (value: string, before: string[] = []) => [...before, nameFrom(value)]

const collect = (value: string, before: string[] = []) => [...before, value]

const toSeconds = (value: string): number => {
  const seconds = Number(value)
  if (value.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('It takes seconds from 0 to 86400.')
  return seconds
}
