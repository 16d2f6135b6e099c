// Neither promises nor another subject.
exports.capabilities = ['acceptance'];
