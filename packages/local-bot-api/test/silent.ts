export const silentLog = { info() {}, warn() {}, error() {} }
