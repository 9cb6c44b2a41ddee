import { z } from 'zod'
import { operations, readsBus } from '../operation.ts'
import { ActingAgent } from './messages.ts'

/** The id of an event of the stream. */
const Mark = z
  .string()
  .regex(
    /^[0-9a-f]{12}-\d{1,15}-\d{1,15}-\d{1,15}-\d{1,15}$/,
    'must be the id of an event of the stream, such as 9f3c2a71b04e-4-17-17-12',
  )

export const busLiveOperations = operations({
  acknowledgeMessages: {
    summary:
      'Acknowledges messages to the acting agent: pending ones become delivered. Others stay as they are. Counts as a read.',
    method: 'POST',
    path: '/api/bus/messages/ack',
    ...readsBus,
    input: z
      .strictObject({
        agent: ActingAgent,
        ids: z.array(z.uuid().toLowerCase()).min(1).max(1_000).optional().describe('Ids of messages.'),
        upTo: Mark.optional().describe(
          "The id of an event of the agent's own stream: everything up to it, in each priority.",
        ),
      })
      .refine(({ ids, upTo }) => (ids === undefined) !== (upTo === undefined), {
        message: 'must have either ids or upTo',
        path: ['ids'],
      }),
    output: z.object({ acknowledged: z.number().describe('Messages that were pending.') }),
  },
})
