module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.js'],
  transform: {},
  reporters: ['default', ['@svc/jest', { project: 'shop', suite: 'orders' }]],
}
