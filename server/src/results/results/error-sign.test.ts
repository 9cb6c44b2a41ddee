import { expect, test } from 'vitest'
import { signOf } from './error-sign.ts'

test.for([
  ['connect ECONNREFUSED 10.0.0.5:5432', '10.0.0.5:5432'],
  // Both families of the machine's own addresses lead to one service.
  ['connect ECONNREFUSED 127.0.0.1:5432', 'localhost:5432'],
  ['connect ECONNREFUSED ::1:5432', 'localhost:5432'],
  ['connect ECONNREFUSED ::ffff:127.0.0.1:5432', 'localhost:5432'],
  ['connect ECONNREFUSED 127.0.1.1:5432', 'localhost:5432'],
  ['connect ECONNREFUSED app.localhost:5432', 'localhost:5432'],
  ['connect ECONNREFUSED :::5432', 'localhost:5432'],
  ['connect ETIMEDOUT 127.0.0.1', 'localhost'],
  ['connect ECONNREFUSED 10.127.0.0:5432', '10.127.0.0:5432'],
  ['getaddrinfo ENOTFOUND db.internal', 'db.internal'],
  ['page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/', null],
  // A port that the system assigned is another one in each run.
  ['connect ECONNREFUSED 127.0.0.1:45123', null],
  ['read ECONNRESET', null],
  ['connect ECONNREFUSED /var/run/docker.sock', null],
  ["ENOSPC: no space left on device, open '/tmp/out'", null],
  ['AssertionError: expected 10.0.0.5:5432 to be open', null],
] as const)('%s names %s', ([message, address]) => {
  expect(signOf('print', message).address).toBe(address)
})
