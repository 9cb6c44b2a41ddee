import type { BeatTimes, Dial } from './connection.ts'

const POSTGRES = /^postgres(ql)?:/

/** How to connect to an address: of Postgres, else of NATS. Loads the library of the one that is used. */
export const dial =
  (address: string, channel: string, times: BeatTimes): Dial =>
  async (...call) => {
    const by = POSTGRES.test(address)
      ? (await import('./dial-postgres.ts')).dialPostgres
      : (await import('./dial-nats.ts')).dialNats
    return by(address, channel, times)(...call)
  }
