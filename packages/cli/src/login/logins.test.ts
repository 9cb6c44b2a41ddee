import { homedir } from 'node:os'
import { join } from 'node:path'
import { loginFile } from '@svc/client/login'
import { expect, test } from 'vitest'
import { serverOf } from './logins.ts'

test('logins lie in the config folder of the user', () => {
  const onLinux = (env: Record<string, string>) => loginFile(env, 'linux')
  expect(onLinux({ HOME: '/home/a' })).toBe(join('/home/a/.config/svc/login.json'))
  expect(onLinux({ HOME: '/home/a', XDG_CONFIG_HOME: '/etc/a' })).toBe(join('/etc/a/svc/login.json'))
  expect(onLinux({ HOME: '/home/a', XDG_CONFIG_HOME: 'relative' })).toBe(
    join('/home/a/.config/svc/login.json'),
  )
  expect(onLinux({})).toBe(join(homedir(), '.config/svc/login.json'))
  expect(loginFile({ HOME: '/Users/a' }, 'darwin')).toBe(join('/Users/a/.config/svc/login.json'))
  expect(loginFile({ APPDATA: 'C:/Roaming', HOME: '/x' }, 'win32')).toBe(join('C:/Roaming/svc/login.json'))
})

test('a server has one entry, however its address is spelled', () => {
  for (const address of ['https://a.example', 'HTTPS://A.example:443/', ' https://a.example/api/ingest/ '])
    expect(serverOf(address)).toBe('https://a.example')
  expect(serverOf('http://a.example:4700/svc/')).toBe('http://a.example:4700/svc')
  for (const text of ['a.example', 'localhost:4700', 'ftp://a.example', 'http://', ''])
    expect(() => serverOf(text)).toThrow('is not the address of a server')
})
