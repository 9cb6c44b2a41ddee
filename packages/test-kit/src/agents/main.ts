import { type AgentAddress, connectAgent } from './agent.ts'
import { find, type Search } from './finder.ts'
import { help } from './helper.ts'
import { parentOf } from './parent.ts'

/** The task of one agent; the only argument of this process, as JSON. */
export type Job = AgentAddress & ({ role: 'finder'; search: Search } | { role: 'helper'; advice: string })

const job = JSON.parse(process.argv[2] ?? '') as Job
const parent = parentOf(process)
const agent = await connectAgent(job)
await (job.role === 'finder' ? find(agent, parent, job.search) : help(agent, parent, job.advice))
await agent.close()
process.disconnect()
