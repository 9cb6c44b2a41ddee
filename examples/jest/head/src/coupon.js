/** True if a coupon is valid on a day, both as `YYYY-MM-DD`; its last day counts. */
const isValid = (coupon, day) => day >= coupon.from && day <= coupon.until

module.exports = { isValid }
