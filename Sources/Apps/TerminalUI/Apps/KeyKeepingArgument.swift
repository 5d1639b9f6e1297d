public import ArgumentParser
public import KeyStorage

extension KeyKeeping: ExpressibleByArgument {}
