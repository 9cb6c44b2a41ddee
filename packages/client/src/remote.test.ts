import { expect, test } from 'vitest'
import { repositoryOf, toSlug } from './remote.ts'

test.each([
  ['https://github.com/acme/shop.git', 'acme/shop'],
  ['https://x-access-token:ghs_secret@github.com/acme/shop', 'acme/shop'],
  ['git@github.com:acme/shop.git', 'acme/shop'],
  ['ssh://git@gitlab.example.org:2222/group/sub/shop.git/', 'group/sub/shop'],
  ['me@host.example:~/repos/shop.git', 'repos/shop'],
  ['/home/someone/repos/shop.git', 'shop'],
  ['file:///home/someone/repos/shop.git', 'shop'],
  ['C:\\repos\\shop', 'shop'],
  ['../shop', 'shop'],
  ['', undefined],
])('%s is %s', (remote, repository) => expect(repositoryOf(remote)).toBe(repository))

test('a slug has lower case letters, digits and dashes', () => {
  expect(toSlug('@Acme/Web_Shop.js')).toBe('acme-web-shop-js')
  expect(toSlug('…')).toBe('')
})
