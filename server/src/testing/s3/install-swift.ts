import { installPackage, run, thisMachine } from '@svc/test-kit/install-packages'
import { isQuick } from '@svc/test-kit/thorough'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if tests may start a Swift, otherwise why they may not. */
    noSwift: string | null
  }
}

const PYTHON = '/usr/bin/python3'
const IMPORT_MS = 60_000
const MODULES = 'swift.proxy.server, swift.common.middleware.s3api.s3api'
const ADVICE = "install Debian's package python3-swift"

/** Installs OpenStack Swift once per machine, for the tests of S3. Debian's package starts no service. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('noSwift', isQuick(project) ? '`test` starts no Swift.' : await whyNoSwift())
}

async function whyNoSwift(): Promise<string | null> {
  const machine = thisMachine()
  const isThere = async () => !(await run(machine, IMPORT_MS, PYTHON, '-c', `import ${MODULES}`)).error
  if (await isThere()) return null
  const saying = 'Tests need an S3 server: installing OpenStack Swift with apt-get, once for this machine …'
  const trouble = await installPackage(machine, 'python3-swift', saying)
  if (await isThere()) return null
  const why = `no OpenStack Swift found, ${trouble}; ${ADVICE}`
  machine.say(`Tests of S3 cannot run: ${why}`)
  return why
}
