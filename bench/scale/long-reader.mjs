import { Agent, get } from 'node:http'

/** Reads one answer again and again and throws it away, in a process of its own, until it is told to stop. */
const [url, authorization] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const readOnce = () =>
  new Promise((resolve, reject) => {
    const reading = get(url, { agent, headers: { authorization } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`GET ${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.on('end', resolve)
    })
    reading.on('error', reject)
  })

let isReading = true
process.on('message', () => {
  isReading = false
})
process.on('disconnect', () => process.exit())
await readOnce()
process.send('reading')
let times = 1
while (isReading) {
  await readOnce()
  times++
}
process.send({ times })
process.disconnect()
agent.destroy()
