let calls = 0

/** Asks the bank, which drops the first call after a while without any. */
const charge = (cents) => {
  calls += 1
  if (calls === 1) throw new Error('the bank closed the connection')
  return { cents, state: 'charged' }
}

module.exports = { charge }
