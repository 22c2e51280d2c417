//! Bounds the work of a shader: loops count from a constant to a constant, and a pixel needs a limited number of
//! operations, which include those of called functions. Bounds its code and its variables, too, as large as they are after
//! all calls are replaced by the functions: most drivers do that.

use wgpu::naga;

use super::types;

use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Span,
    Statement,
};

/// Maximum number of operations that a pixel needs.
const MOST_OPERATIONS: u64 = 1 << 20;

/// Maximum number of expressions, with those of called functions for each call.
const MOST_EXPRESSIONS: u64 = 20_000;

/// Maximum size of all variables and arguments in bytes, with those of called functions for each call.
const MOST_VARIABLES: u64 = 16 << 10;

/// Cost of a call of a function.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    operations: u64,
    expressions: u64,
    variables: u64,
}

/// An error, and its place.
type LoopFault = (Span, String);

/// Checks all functions.
///
/// # Errors
/// The first statement that a shader may not have, a loop whose bounds are not constant, or a function that costs too
/// much.
pub(super) fn check(module: &Module) -> Result<(), LoopFault> {
    // Functions come after those that they call.
    let mut costs: Vec<Cost> = Vec::new();
    let sizes = types::sizes(module);
    for (handle, function) in module.functions.iter() {
        check_expressions(function)?;
        let counter = RoundCounter {
            module,
            function,
            costs: &costs,
        };
        let operations = counter.of_block(&function.body, false)?;
        let size = |ty: Handle<naga::Type>| sizes.get(ty.index()).copied().unwrap_or(0);
        let locals = function
            .local_variables
            .iter()
            .map(|(_, local)| size(local.ty));
        let arguments = function.arguments.iter().map(|argument| size(argument.ty));
        let variables = locals.chain(arguments).fold(0, u64::saturating_add);
        let own = Cost {
            operations: operations.saturating_add(1),
            expressions: function.expressions.len() as u64,
            variables,
        };
        let cost = with_calls(own, &function.body, &costs);
        for (value, most, of) in [
            (cost.operations, MOST_OPERATIONS, "operations"),
            (cost.expressions, MOST_EXPRESSIONS, "expressions"),
            (cost.variables, MOST_VARIABLES, "bytes of variables"),
        ] {
            if value > most {
                let what = format!(
                    "a pixel may need {value} {of}, with those of called functions: expected at most {most}"
                );
                return Err((module.functions.get_span(handle), what));
            }
        }
        costs.push(cost);
    }
    Ok(())
}

/// Adds the expressions and variables of called functions to a cost.
fn with_calls(own: Cost, block: &Block, costs: &[Cost]) -> Cost {
    block.iter().fold(own, |cost, statement| match statement {
        Statement::Call { function, .. } => {
            let called = costs.get(function.index()).copied().unwrap_or_default();
            Cost {
                expressions: cost.expressions.saturating_add(called.expressions),
                variables: cost.variables.saturating_add(called.variables),
                ..cost
            }
        }
        Statement::Block(block) => with_calls(cost, block, costs),
        Statement::If { accept, reject, .. } => {
            with_calls(with_calls(cost, accept, costs), reject, costs)
        }
        Statement::Switch { cases, .. } => cases
            .iter()
            .fold(cost, |cost, case| with_calls(cost, &case.body, costs)),
        Statement::Loop {
            body, continuing, ..
        } => with_calls(with_calls(cost, body, costs), continuing, costs),
        _ => cost,
    })
}

/// Rejects expressions that need more than a function's own values.
fn check_expressions(function: &Function) -> Result<(), LoopFault> {
    for (handle, expression) in function.expressions.iter() {
        let is_allowed = matches!(
            expression,
            Expression::Literal(_)
                | Expression::Constant(_)
                | Expression::ZeroValue(_)
                | Expression::Compose { .. }
                | Expression::Access { .. }
                | Expression::AccessIndex { .. }
                | Expression::Splat { .. }
                | Expression::Swizzle { .. }
                | Expression::FunctionArgument(_)
                | Expression::LocalVariable(_)
                | Expression::Load { .. }
                | Expression::Unary { .. }
                | Expression::Binary { .. }
                | Expression::Select { .. }
                | Expression::Relational { .. }
                | Expression::Math { .. }
                | Expression::As { .. }
                | Expression::CallResult(_)
        );
        if !is_allowed {
            let what = "expected an expression of values, variables and functions".to_owned();
            return Err((function.expressions.get_span(handle), what));
        }
    }
    Ok(())
}

/// Counts the operations of a function.
struct RoundCounter<'a> {
    module: &'a Module,
    function: &'a Function,
    /// Costs of calls of earlier functions.
    costs: &'a [Cost],
}

impl RoundCounter<'_> {
    /// Returns the operations of a block. `is_in_loop`: whether it may be repeated.
    fn of_block(&self, block: &Block, is_in_loop: bool) -> Result<u64, LoopFault> {
        let mut operations = 0_u64;
        for (number, (statement, span)) in block.span_iter().enumerate() {
            let own = match statement {
                Statement::Emit(range) => range.clone().count() as u64,
                Statement::Break
                | Statement::Continue
                | Statement::Return { .. }
                | Statement::Store { .. } => 0,
                Statement::Block(block) => self.of_block(block, is_in_loop)?,
                Statement::If { accept, reject, .. } => {
                    let accepted = self.of_block(accept, is_in_loop)?;
                    accepted.max(self.of_block(reject, is_in_loop)?)
                }
                Statement::Switch { cases, .. } => {
                    let mut sum = 0_u64;
                    for case in cases {
                        sum = sum.saturating_add(self.of_block(&case.body, is_in_loop)?);
                    }
                    sum
                }
                Statement::Call { function, .. } => {
                    let called = self.costs.get(function.index()).copied();
                    called.unwrap_or_default().operations
                }
                Statement::Loop {
                    body,
                    continuing,
                    break_if,
                } => {
                    let counted = match break_if {
                        None => self.count(block, number, body, continuing, is_in_loop),
                        Some(_) => None,
                    };
                    let what = "expected a loop with constant bounds, like `for (var i = 0; i < 8; i++)`, whose body does \
                                not change the counter";
                    let count = counted.ok_or_else(|| (*span, what.to_owned()))?;
                    let each = self
                        .of_block(body, true)?
                        .saturating_add(self.of_block(continuing, true)?);
                    count.saturating_mul(each.saturating_add(1))
                }
                _ => {
                    let what = "expected a statement that changes only variables of the function"
                        .to_owned();
                    return Err((*span, what));
                }
            };
            operations = operations.saturating_add(own);
        }
        Ok(operations)
    }

    /// Returns the number of rounds of the loop that is the statement `number` of a block. `None` if it is not known.
    fn count(
        &self,
        block: &Block,
        number: usize,
        body: &Block,
        continuing: &Block,
        is_in_loop: bool,
    ) -> Option<u64> {
        // The loop ends unless its condition is met, which comes first.
        let first = body
            .iter()
            .position(|statement| !matches!(statement, Statement::Emit(_)))?;
        let condition = body.get(first)?;
        let Statement::If {
            condition,
            accept,
            reject,
        } = condition
        else {
            return None;
        };
        let breaks = matches!(reject.iter().next(), Some(Statement::Break));
        if !breaks || reject.len() != 1 || !accept.is_empty() {
            return None;
        }
        // Values from before the loop would not change.
        let tested = &emitted(body.iter().take(first));
        let (counter, operator, end) = self.comparison(*condition, tested)?;
        // Only the last part of the loop changes the counter, by a constant.
        let mut changes = continuing
            .iter()
            .filter(|statement| !matches!(statement, Statement::Emit(_)));
        let step = match (changes.next(), changes.next()) {
            (Some(Statement::Store { pointer, value }), None)
                if self.root(*pointer) == Some(counter) =>
            {
                self.step(counter, *value, &emitted(continuing.iter()))?
            }
            _ => return None,
        };
        if self.writes(body, counter) {
            return None;
        }
        let before: Vec<_> = block.iter().take(number).collect();
        let writes = |statement: &&&Statement| self.is_written_by(statement, counter);
        let start = match before.iter().rev().find(writes) {
            Some(Statement::Store { pointer, value }) if self.is_whole(*pointer) => {
                self.constant(*value)?
            }
            Some(_) => return None,
            // The value at the start of the function, if nothing else changes it.
            None if is_in_loop || self.writes_outside(&self.function.body, counter, continuing) => {
                return None;
            }
            None => match self.function.local_variables[counter].init {
                Some(init) => self.constant(init)?,
                None => 0,
            },
        };
        let range = self.range(counter)?;
        rounds(start, operator, end, step, range)
    }

    /// Returns the counter, the operator and the end of a comparison. `new`: values that each round computes.
    fn comparison(
        &self,
        condition: Handle<Expression>,
        new: &[Handle<Expression>],
    ) -> Option<(Handle<LocalVariable>, BinaryOperator, i64)> {
        let Expression::Binary { op, left, right } = self.function.expressions[condition] else {
            return None;
        };
        if let (Some(counter), Some(end)) = (self.loaded(left, new), self.constant(right)) {
            return Some((counter, op, end));
        }
        let mirrored = match op {
            BinaryOperator::Less => BinaryOperator::Greater,
            BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
            BinaryOperator::Greater => BinaryOperator::Less,
            BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
            _ => return None,
        };
        Some((self.loaded(right, new)?, mirrored, self.constant(left)?))
    }

    /// Returns what a value adds to the counter. `new`: values that each round computes.
    fn step(
        &self,
        counter: Handle<LocalVariable>,
        value: Handle<Expression>,
        new: &[Handle<Expression>],
    ) -> Option<i64> {
        let Expression::Binary { op, left, right } = self.function.expressions[value] else {
            return None;
        };
        let [first, second] = [left, right].map(|value| self.loaded(value, new) == Some(counter));
        match op {
            BinaryOperator::Add if first => self.constant(right),
            BinaryOperator::Add if second => self.constant(left),
            BinaryOperator::Subtract if first => Some(-self.constant(right)?),
            _ => None,
        }
    }

    /// Returns the variable whose whole value an expression reads. `new`: values that each round computes.
    fn loaded(
        &self,
        value: Handle<Expression>,
        new: &[Handle<Expression>],
    ) -> Option<Handle<LocalVariable>> {
        match self.function.expressions[value] {
            Expression::Load { pointer } if new.contains(&value) && self.is_whole(pointer) => {
                self.root(pointer)
            }
            _ => None,
        }
    }

    fn is_whole(&self, pointer: Handle<Expression>) -> bool {
        matches!(
            self.function.expressions[pointer],
            Expression::LocalVariable(_)
        )
    }

    /// Returns the variable that a pointer leads into.
    fn root(&self, pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
        match self.function.expressions[pointer] {
            Expression::LocalVariable(variable) => Some(variable),
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                self.root(base)
            }
            _ => None,
        }
    }

    /// Returns the value of a whole number.
    fn constant(&self, value: Handle<Expression>) -> Option<i64> {
        let literal = match self.function.expressions[value] {
            Expression::Literal(literal) => literal,
            Expression::ZeroValue(_) => return Some(0),
            Expression::Constant(constant) => {
                let init = self.module.constants[constant].init;
                match self.module.global_expressions[init] {
                    Expression::Literal(literal) => literal,
                    _ => return None,
                }
            }
            _ => return None,
        };
        match literal {
            Literal::I32(value) => Some(value.into()),
            Literal::U32(value) => Some(value.into()),
            _ => None,
        }
    }

    /// Returns the least and the largest value of a counter.
    fn range(&self, counter: Handle<LocalVariable>) -> Option<[i64; 2]> {
        let ty = self.function.local_variables[counter].ty;
        match self.module.types[ty].inner {
            naga::TypeInner::Scalar(naga::Scalar::I32) => Some([i32::MIN.into(), i32::MAX.into()]),
            naga::TypeInner::Scalar(naga::Scalar::U32) => Some([0, u32::MAX.into()]),
            _ => None,
        }
    }

    fn writes(&self, block: &Block, variable: Handle<LocalVariable>) -> bool {
        block
            .iter()
            .any(|statement| self.is_written_by(statement, variable))
    }

    /// Like [`RoundCounter::writes`], except for one block within.
    fn writes_outside(
        &self,
        block: &Block,
        variable: Handle<LocalVariable>,
        except: &Block,
    ) -> bool {
        let writes = |block: &Block| self.writes_outside(block, variable, except);
        !core::ptr::eq(block, except)
            && block.iter().any(|statement| match statement {
                Statement::Block(block) => writes(block),
                Statement::If { accept, reject, .. } => writes(accept) || writes(reject),
                Statement::Switch { cases, .. } => cases.iter().any(|case| writes(&case.body)),
                Statement::Loop {
                    body, continuing, ..
                } => writes(body) || writes(continuing),
                _ => self.is_written_by(statement, variable),
            })
    }

    /// Returns whether a statement may change a variable.
    fn is_written_by(&self, statement: &Statement, variable: Handle<LocalVariable>) -> bool {
        match statement {
            Statement::Store { pointer, .. } => self.root(*pointer) == Some(variable),
            Statement::Call { arguments, .. } => arguments
                .iter()
                .any(|&argument| self.root(argument) == Some(variable)),
            Statement::Block(block) => self.writes(block, variable),
            Statement::If { accept, reject, .. } => {
                self.writes(accept, variable) || self.writes(reject, variable)
            }
            Statement::Switch { cases, .. } => {
                cases.iter().any(|case| self.writes(&case.body, variable))
            }
            Statement::Loop {
                body, continuing, ..
            } => self.writes(body, variable) || self.writes(continuing, variable),
            _ => false,
        }
    }
}

/// Returns the values that statements compute.
fn emitted<'a>(statements: impl Iterator<Item = &'a Statement>) -> Vec<Handle<Expression>> {
    let emits = statements.filter_map(|statement| match statement {
        Statement::Emit(range) => Some(range.clone()),
        _ => None,
    });
    emits.flatten().collect()
}

/// Returns the number of rounds of a loop from `start` while it compares with `end`. `None` if it does not end, or if the
/// counter would overflow.
fn rounds(
    start: i64,
    operator: BinaryOperator,
    end: i64,
    step: i64,
    range: [i64; 2],
) -> Option<u64> {
    // The first value that does not meet the condition, in the direction of the step.
    let (is_up, limit) = match operator {
        BinaryOperator::Less => (true, end),
        BinaryOperator::LessEqual => (true, end + 1),
        BinaryOperator::Greater => (false, end),
        BinaryOperator::GreaterEqual => (false, end - 1),
        _ => return None,
    };
    let distance = if is_up { limit - start } else { start - limit };
    if distance <= 0 {
        return Some(0);
    }
    if step == 0 || (step > 0) != is_up {
        return None;
    }
    let rounds = distance.unsigned_abs().div_ceil(step.unsigned_abs());
    let last = start + step.checked_mul(i64::try_from(rounds).ok()?)?;
    (range[0]..=range[1]).contains(&last).then_some(rounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual};
    use proptest::prelude::*;

    const I32: [i64; 2] = [-2_147_483_648, 2_147_483_647];
    const U32: [i64; 2] = [0, 4_294_967_295];

    #[test]
    fn a_loop_that_overflows_or_never_ends_is_not_counted() {
        let cases = [
            (0, Less, 8, 1, I32, Some(8)),
            (0, LessEqual, 8, 3, I32, Some(3)),
            (8, GreaterEqual, 0, -1, I32, Some(9)),
            (8, GreaterEqual, 0, -1, U32, None),
            (8, Greater, 0, -1, U32, Some(8)),
            (0, Less, 8, -1, I32, None),
            (0, Less, 8, 0, I32, None),
            (9, Less, 8, 0, I32, Some(0)),
            (0, LessEqual, 2_147_483_647, 1, I32, None),
            (0, Equal, 8, 1, I32, None),
        ];
        for (start, operator, end, step, range, expected) in cases {
            assert_eq!(
                rounds(start, operator, end, step, range),
                expected,
                "{start} {operator:?} {end} {step}"
            );
        }
    }

    proptest! {
        #[test]
        fn rounds_are_those_of_a_real_loop(start in -50..50_i64, end in -50..50_i64, step in -9..9_i64, pick in 0..4_usize) {
            let operator = [Less, LessEqual, Greater, GreaterEqual][pick];
            let is_met = |at: i64| [at < end, at <= end, at > end, at >= end][pick];
            let (mut at, mut count) = (start, 0);
            while is_met(at) && count < 1000 {
                at += step;
                count += 1;
            }
            let expected = (count < 1000).then_some(count);
            prop_assert_eq!(rounds(start, operator, end, step, I32), expected);
        }
    }
}
