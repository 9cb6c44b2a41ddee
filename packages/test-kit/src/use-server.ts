import { afterAll, beforeAll } from 'vitest'
import { type RealServer, type ServerOptions, startServer } from './server.ts'

/** The real server for all tests of a file or of a `describe`: it starts before them and stops after them. */
export const useServer = (options: ServerOptions = {}): RealServer => {
  const server: Partial<RealServer> = {}
  beforeAll(async () => {
    Object.assign(server, await startServer(options))
  })
  afterAll(() => server.stop?.())
  return server as RealServer
}
