/* The payment method in the Blocks checkout. Plain ES5: there is no build step. */
;(function () {
  var registry = window.wc.wcBlocksRegistry
  var settings = window.wc.wcSettings.getSetting('warung_data', {})
  var element = window.wp.element.createElement
  var decode = window.wp.htmlEntities.decodeEntities

  function Description() {
    return decode(settings.description || '')
  }

  var title = decode(settings.title || 'QRIS')
  registry.registerPaymentMethod({
    name: 'warung',
    label: element('span', null, title),
    ariaLabel: title,
    content: element(Description, null),
    edit: element(Description, null),
    canMakePayment: function () {
      return true
    },
    placeOrderButtonLabel: settings.button ? decode(settings.button) : undefined,
    supports: { features: settings.supports || ['products'] },
  })
})()
