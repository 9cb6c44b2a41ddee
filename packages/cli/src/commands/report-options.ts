import { type Command, Option } from 'commander'
import { nameFrom, secondsFrom, URL_OPTION } from './options.ts'

export const withReportOptions = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: SVC_PROJECT, else the name of the repository)', nameFrom)
    .option(
      '--suite <name>',
      'name of the suite, such as unit or e2e (default: SVC_SUITE, else default)',
      nameFrom,
    )
    .option(
      '--leg <name>',
      'leg of the CI matrix, such as windows-java21 (default: SVC_LEG, else this machine)',
      nameFrom,
    )
    .option('--variant <name>', 'label for tests without a variant in their report', nameFrom)
    .option('--tag <label>', 'label of the execution, repeatable', collectName)
    .option('--format <name>', 'format of the files (default: detected from their content)')
    .option('--root <folder>', 'folder to which paths in the reports are relative')
    .option('--map <pattern=file>', 'map class or suite names to files, see below; repeatable', collect)
    .option(...URL_OPTION)
    .option('--dry-run', 'read the files and print a summary, but send nothing')
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--timeout <seconds>', 'how long to try to send').argParser(secondsFrom).default(300),
    )

export const MAP_TEXT = `A test is identified by its file, its titles and its variant. Reports of Java, Python's
unittest, Go and .NET name no files. For these, --map derives a file from the class, package
or suite. A test then keeps its history when you switch to a reporter or move a class. The
value is a regular expression and its replacement. You can repeat the option; the first
matching expression applies.`

/** Shown below the examples. */
export const MAPS = `Maps:
  --map '^com\\.acme\\.(\\w+)\\.(\\w+)$=src/test/java/com/acme/$1/$2.java'
      Java: packages directly below com.acme
  --map '^tests\\.(\\w+)\\.\\w+$=tests/$1.py'
      Python's unittest: the module of a class
  --map '^github\\.com/acme/shop/(.+)$=$1'
      Go: the folder of the package`

const collectName = (value: string, before: string[] = []) => [...before, nameFrom(value)]

const collect = (value: string, before: string[] = []) => [...before, value]
