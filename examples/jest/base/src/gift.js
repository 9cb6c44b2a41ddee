/** What wrapping costs, in cents. */
const wrappingFor = (lines) => (lines > 3 ? 500 : 250)

module.exports = { wrappingFor }
