/* global SwaggerUIBundle */
const place = document.getElementById('try-it')

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  // Without this, Swagger UI calls a validator on the internet.
  validatorUrl: null,
  requestInterceptor(request) {
    // The document names BASE_URL; the page may have been opened under another name of the same machine.
    const { pathname, search } = new URL(request.url, location.href)
    request.url = location.origin + pathname + search
    // Whatever dialect the account has: the answer shall be the one that this document describes.
    request.headers['X-API-Variant'] = place.dataset.dialect
    return request
  },
})
