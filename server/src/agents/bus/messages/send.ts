import { LIMITS } from '@svc/protocol'
import type { messageOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import { type AgentRow, type BusParts, type Outgoing, SERVER_NAME } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { describeMessages, PRIORITY_NAMES } from './describe.ts'
import type { SendQueue } from './send-queue.ts'
import { asOf } from './status-now.ts'

type Send = Handlers<typeof messageOperations>['sendMessage']
type Asked = Parameters<Send>[0]['input']

/** Sends a message as the acting agent; it is durable when this returns. */
export const sendMessage =
  (bus: BusParts, queue: SendQueue): Send =>
  async ({ ctx, input }) => {
    requireFits(input.message)
    requireAgent(input.to)
    const from = await actingAgent(actingAs(ctx, input.agent))
    const to = await findRecipient(ctx, from, input)
    const now = ctx.clock()
    const outcome = await queue.send(
      {
        from,
        to,
        payload: input.message,
        type: input.type,
        priority: PRIORITY_NAMES.indexOf(input.priority) as Outgoing['priority'],
        channel: input.channel,
        replyTo: input.replyTo,
        clientMessageId: input.clientMessageId,
        expiresAt: input.expiresInSeconds === undefined ? undefined : now + input.expiresInSeconds * 1_000,
        signed: signatureOf(input),
      },
      now,
      ctx.store.mayWrite,
    )
    if (outcome.problem) throw outcome.problem
    const [message] = await describeMessages(bus, [
      { row: asOf(outcome.row, now), authenticity: 'authentic' },
    ])
    return { ...(message as NonNullable<typeof message>), isRepeat: outcome.isRepeat }
  }

function requireFits(message: string): void {
  const bytes = Buffer.byteLength(message)
  if (bytes > LIMITS.busMessageBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `The message has ${bytes} bytes, and at most ${LIMITS.busMessageBytes} are allowed. Put long content into a document or an artifact, and send its id.`,
    )
  // Its UTF-8 bytes, which the signature covers, would differ.
  if (!message.isWellFormed())
    throw new Problem(
      'INVALID_REQUEST',
      'message must be well-formed Unicode: it contains half a surrogate pair.',
    )
}

function requireAgent(to: string): void {
  if (to.trim().toLowerCase() !== SERVER_NAME) return
  throw new Problem(
    'INVALID_REQUEST',
    'to must name an agent. svc is the server: it sends events and notices, and reads no answers. What its messages name under next is the call that follows.',
  )
}

/** A key of one project can also reach an agent outside it that has written to one of its own agents. */
async function findRecipient(ctx: Context, from: AgentRow, { to, replyTo }: Asked): Promise<AgentRow> {
  try {
    return await findAgent(ctx, to)
  } catch (error) {
    if (ctx.caller.projectId === null || replyTo === undefined) throw error
    const sender = await ctx.store.lookup
      .selectFrom('bus_message')
      .innerJoin('agent', 'agent.id', 'bus_message.from_agent_id')
      .selectAll('agent')
      .where('bus_message.public_id', '=', replyTo.toLowerCase())
      .where('bus_message.to_agent_id', '=', from.id)
      .executeTakeFirst()
    const wanted = to.trim().toLowerCase()
    if (sender && (sender.name === wanted || sender.public_id === wanted)) return sender
    throw error
  }
}

function signatureOf({ timestamp, keyId, signature }: Asked): Outgoing['signed'] {
  if (timestamp === undefined && keyId === undefined && signature === undefined) return undefined
  if (timestamp === undefined || keyId === undefined || signature === undefined)
    throw new Problem(
      'INVALID_REQUEST',
      'timestamp, keyId and signature belong together: send all three, or none to let the server sign.',
    )
  return { timestamp, keyId: keyId.toLowerCase(), signature }
}
