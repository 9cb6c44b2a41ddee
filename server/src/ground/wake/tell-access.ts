import type { Context, PersonalContext } from '../kernel/context.ts'
import type { Wake } from '../kernel/wake.ts'

/** Wraps `work`, which may end rights, so that open streams of all replicas then check theirs. */
export const tellAccess =
  <Call, Done>(wake: Wake, work: (call: Call) => Promise<Done>, whose: (call: Call) => string) =>
  async (call: Call): Promise<Done> => {
    const done = await work(call)
    wake.notify('access', whose(call))
    return done
  }

/** All agents of the caller's organization. */
export const ofOrganization = ({ ctx }: { ctx: Context }): string =>
  `organization:${ctx.caller.organizationId}`

/** The agents of the caller in all organizations. */
export const ofCaller = ({ ctx: { identity } }: { ctx: PersonalContext }): string =>
  identity.kind === 'key' ? identity.caller.credential : `person:${identity.personId}`

/** For a visitor, whose rights are known only afterwards. */
export const ofAnybody = (): string => 'all'
