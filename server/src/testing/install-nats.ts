import { commandsNamed, installPackage, thisMachine } from '@svc/test-kit/install-packages'
import { isQuick } from '@svc/test-kit/thorough'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The command of a NATS server, or why there is none and what to do about it. */
    nats: { executable: string } | { missing: string }
  }
}

const NAME = 'nats-server'

/** Provides the tests with the command of a NATS server, installed once per machine. */
export default async function setup(project: TestProject): Promise<void> {
  if (isQuick(project)) return project.provide('nats', { missing: '`test` starts no NATS server.' })
  const machine = thisMachine()
  // Debian puts it where only root's PATH leads.
  const find = () => commandsNamed(NAME, { ...machine, path: `${machine.path}:/usr/sbin` })[0]
  const saying = 'Tests need NATS: installing nats-server with apt-get, once for this machine …'
  const trouble = find() ? null : await installPackage(machine, NAME, saying)
  const executable = find()
  if (executable) return project.provide('nats', { executable })
  const missing = `no ${NAME} found, ${trouble}; install Debian's package ${NAME}`
  machine.say(`Tests of NATS cannot run: ${missing}`)
  project.provide('nats', { missing })
}
