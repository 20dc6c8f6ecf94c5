export const liveHost = 'https://api.midtrans.com'
export const sandboxHost = 'https://api.sandbox.midtrans.com'
