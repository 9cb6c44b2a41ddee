import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { startBenchServer } from '../bench-server.ts'
import { withFolder } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { normal, SHAPES, type Shape } from './shapes.ts'

const only = process.argv.slice(2)
const TICK = 100
for (const [name, make] of Object.entries({ normal: () => normal(32 * 2 ** 20), ...SHAPES })) {
  if (only.length > 0 && !only.some((o) => name.includes(o))) continue
  const s = make()
  await withFolder(async (folder) => {
    const server = await startBenchServer({ folder })
    await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
    await new Promise((r) => setTimeout(r, 300))
    const cpu = () => {
      const stat = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return (Number(stat[11]) + Number(stat[12])) / TICK
    }
    const mem = (n: string) =>
      Number(new RegExp(`${n}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) /
      1024
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const c0 = cpu(),
      m0 = mem('VmRSS'),
      t0 = performance.now()
    const answer = await post(server.url, server.key, s).catch((e) => ({ status: 0, text: String(e) }))
    const ms = performance.now() - t0
    let c1 = 0,
      m1 = 0
    try {
      c1 = cpu()
      m1 = mem('VmHWM')
    } catch {}
    console.log(
      `${name.padEnd(30)} ${(s.bytes / 2 ** 20).toFixed(1).padStart(5)} MiB (${(s.body.length / 2 ** 20).toFixed(2).padStart(6)} sent) cpu ${(c1 - c0).toFixed(2).padStart(6)} s, peak +${(m1 - m0).toFixed(0).padStart(5)} MiB, wall ${(ms / 1000).toFixed(2)} s  ${answer.status} ${answer.text.slice(0, 150)}`,
    )
    await server.close().catch(() => {})
  })
}
function post(url: string, key: string, s: Shape) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sending = request(
      `${url}${s.path}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-length': s.body.length, ...s.headers },
      },
      (a) => {
        let text = ''
        a.setEncoding('utf8')
          .on('data', (p) => {
            text += p
          })
          .on('end', () => resolve({ status: a.statusCode ?? 0, text }))
      },
    )
    sending.on('error', reject)
    sending.end(s.body)
  })
}
