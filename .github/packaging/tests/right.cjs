exports.Promise = Promise;
