import { expect, test } from 'vitest'
import { commandOf } from './own-command.ts'

test('the command of a hint is there however the server was started', () => {
  const of = (module: string, isContainer = false) => commandOf(module, isContainer)
  expect(of('/clone/server/src/ground/kernel/own-command.ts', true)).toBe('npx -y pnpm@12 svc-server')
  expect(of('/app/lib/main.js', true)).toBe('docker compose exec svc svc-server')
  expect(of('/home/a/.npm/_npx/0a1b/node_modules/@svc/server/lib/main.js')).toBe('npx @svc/server')
  expect(of('/home/node/.npm/_npx/0a1b/node_modules/@svc/server/lib/main.js', true)).toBe('npx @svc/server')
  expect(of('C:\\npm\\_npx\\0a1b\\node_modules\\@svc\\server\\lib\\main.js')).toBe('npx @svc/server')
  expect(of('/usr/lib/node_modules/@svc/server/lib/main.js')).toBe('svc-server')
  expect(of('/usr/lib/node_modules/@svc/server/lib/main.js', true)).toBe('svc-server')
  expect(of('/opt/svc/lib/main.js')).toBe('bin/svc-server')
})
