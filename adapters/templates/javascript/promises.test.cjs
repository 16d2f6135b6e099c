// One test for each requirement, under node --test, Mocha or Jest. The npm package of aplus-check has this module.
require('aplus-check/test').testPromises(__dirname);
