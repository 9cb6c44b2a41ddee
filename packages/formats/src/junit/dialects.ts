import type { Head } from '../format.ts'
import type { Dialect } from './dialect.ts'
import { bazel } from './dialects/bazel.ts'
import { ctest } from './dialects/ctest.ts'
import { dotnet } from './dialects/dotnet.ts'
import { flank } from './dialects/flank.ts'
import { go } from './dialects/go.ts'
import { gradle } from './dialects/gradle.ts'
import { jest } from './dialects/jest.ts'
import { mocha } from './dialects/mocha.ts'
import { nextest } from './dialects/nextest.ts'
import { nodeTest } from './dialects/node-test.ts'
import { phpunit } from './dialects/phpunit.ts'
import { plain } from './dialects/plain.ts'
import { playwright } from './dialects/playwright.ts'
import { pytest } from './dialects/pytest.ts'
import { rspec } from './dialects/rspec.ts'
import { surefire } from './dialects/surefire.ts'
import { testcafe } from './dialects/testcafe.ts'
import { vitest } from './dialects/vitest.ts'
import { webdriverio } from './dialects/webdriverio.ts'
import { xcode } from './dialects/xcode.ts'

/** Every dialect; the first that recognizes the start of a file reads it, and the last accepts any. */
const DIALECTS: readonly Dialect[] = [
  playwright,
  vitest,
  jest,
  webdriverio,
  mocha,
  pytest,
  nextest,
  nodeTest,
  go,
  phpunit,
  rspec,
  bazel,
  dotnet,
  surefire,
  gradle,
  flank,
  xcode,
  testcafe,
  ctest,
  plain,
]

/** The dialect of a file that starts like this. */
export const dialectOf = (head: Head): Dialect => DIALECTS.find((each) => each.detect(head)) ?? plain
