import {
  agentRoutes,
  busEventRoutes,
  busLiveRoutes,
  leaseRoutes,
  messageRoutes,
  taskRoutes,
} from '@svc/schema'
import { bind } from '../../ground/kernel/operation-handlers.ts'
import { assignAgent, unassignAgent } from './agents/assign.ts'
import { getAgent, listAgents } from './agents/list.ts'
import { registerAgent } from './agents/register.ts'
import { removeAgent } from './agents/remove.ts'
import { createAgentKey } from './agents/rotate-signing-key.ts'
import { takeOverAgent } from './agents/take-over.ts'
import { updateAgent } from './agents/update.ts'
import type { WorkParts } from './dependencies.ts'
import { requestRerun } from './events/request-rerun.ts'
import { listSubscriptions, subscribeToEvent, unsubscribe } from './events/subscribe.ts'
import { getFixVerification, listFixVerifications, verifyFix } from './events/verify-fix.ts'
import { listLeases, releaseLease, takeLease } from './leases/leases.ts'
import { acknowledgeMessages } from './live/acknowledge.ts'
import type { LiveChannels } from './live/live-channels.ts'
import { waitForMessages } from './live/wait-for-messages.ts'
import { listMessages } from './messages/list.ts'
import { listOrganizationMessages } from './messages/list-all.ts'
import { getMessage, markMessagesRead, readInbox } from './messages/read.ts'
import { sendMessage } from './messages/send.ts'
import { makeSendQueue } from './messages/send-queue.ts'
import { claimTask } from './tasks/claim-task.ts'
import { createTask, getTask, listTasks } from './tasks/tasks.ts'
import { updateTask } from './tasks/update-task.ts'

/** What the operations of agents need besides the context of each call. */
interface Parts extends WorkParts {
  channels: LiveChannels
}

/** The operations of agents: identity, messages, tasks, leases and events. */
export function busVerbs(parts: Parts) {
  const { bus, channels } = parts
  return [
    bind(agentRoutes, {
      registerAgent: registerAgent(bus),
      listAgents,
      getAgent,
      updateAgent: updateAgent(bus),
      removeAgent: removeAgent(bus),
      assignAgent,
      unassignAgent,
      createAgentKey: createAgentKey(bus),
      takeOverAgent: takeOverAgent(bus),
    }),
    bind(messageRoutes, {
      sendMessage: sendMessage(bus, makeSendQueue(bus)),
      listMessages: listMessages(bus),
      listOrganizationMessages: listOrganizationMessages(bus),
      getMessage: getMessage(bus),
      readInbox: waitForMessages(channels.waiters, readInbox(bus)),
      markMessagesRead,
    }),
    bind(busLiveRoutes, { acknowledgeMessages }),
    bind(taskRoutes, {
      createTask: createTask(parts),
      listTasks: listTasks(parts),
      getTask: getTask(parts),
      updateTask: updateTask(parts),
      claimTask: claimTask(parts),
    }),
    bind(leaseRoutes, {
      takeLease: takeLease(parts),
      listLeases: listLeases(parts),
      releaseLease: releaseLease(parts),
    }),
    bind(busEventRoutes, {
      subscribeToEvent,
      listSubscriptions,
      unsubscribe,
      requestRerun: requestRerun(parts),
      verifyFix: verifyFix(parts),
      listFixVerifications,
      getFixVerification,
    }),
  ]
}
